import type { Page } from "playwright-core";
import { expect } from "vitest";
import { directionOf, LOCALES, localeOf } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { journey } from "./journey";

const NARROWEST = { width: 320, height: 640 };
const PAGES = ["/", "/payment/weekly", "/pricing", "/pricing/checkout/yearly", "/receipts"];

for (const { code } of LOCALES) {
  journey(
    `every page fits the narrowest phone in ${code}, and hydrates as it was sent`,
    { lang: code },
    async (trip) => {
      const { page, hasScripts } = trip;
      await page.setViewportSize(NARROWEST);
      for (const rest of PAGES) {
        await page.goto(inLanguage(code, rest));
        if (hasScripts) await hydrated(page);
        const html = page.locator("html");
        expect(await html.getAttribute("lang")).toBe(localeOf(code).tag);
        expect(await html.getAttribute("dir")).toBe(directionOf(code));
        expect(await widthBeyondScreen(page), `${rest} is too wide`).toBe(0);
      }
    },
  );
}

/** React has gone through the page to its last line; text that differs from the server's is a page error. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const last = document.querySelector("footer p:last-child");
    return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber"));
  });

const widthBeyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
      const { page, visitor, hasScripts } = trip;
      await page.setViewportSize(NARROWEST);
      for (const rest of PAGES) {
        await page.goto(inLanguage(code, rest));
        const html = page.locator("html");
        expect(await html.getAttribute("lang")).toBe(localeOf(code).tag);
        expect(await html.getAttribute("dir")).toBe(directionOf(code));
        expect(await widthBeyondScreen(visitor.page), `${rest} is too wide`).toBe(0);
      }
      if (hasScripts) await page.waitForLoadState("load");
    },
  );
}

const widthBeyondScreen = (page: { evaluate<T>(read: () => T): Promise<T> }): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

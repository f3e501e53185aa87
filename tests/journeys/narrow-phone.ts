import type { Page } from "playwright-core";
import { expect } from "vitest";
import { directionOf, type LocaleCode, localeOf } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { hydrated } from "./hydrated";
import type { Journey } from "./journey";

export const NARROWEST = { width: 320, height: 640 };

/** What anybody can open. The page that cancels stands for those that ask for a link as it does. */
export const PAGES: readonly string[] = [
  "/",
  "/payment/weekly",
  "/pricing",
  "/pricing/checkout/yearly",
  "/receipts",
  "/account",
  "/cancel",
  "/accessibility",
];

/** Every page on the narrowest phone. */
export const everyPageFits =
  (code: LocaleCode) =>
  async ({ page, hasScripts }: Journey): Promise<void> => {
    await page.setViewportSize(NARROWEST);
    for (const rest of PAGES) {
      await page.goto(inLanguage(code, rest));
      if (hasScripts) await hydrated(page);
      const html = page.locator("html");
      expect(await html.getAttribute("lang")).toBe(localeOf(code).tag);
      expect(await html.getAttribute("dir")).toBe(directionOf(code));
      expect(await widthBeyondScreen(page), `${rest} is too wide`).toBe(0);
    }
  };

export const widthBeyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

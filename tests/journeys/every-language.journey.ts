import type { Page } from "playwright-core";
import { expect } from "vitest";
import { directionOf, LOCALES, type LocaleCode, localeOf } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { inLanguage } from "~/paths";
import { type Journey, journey } from "./journey";

const NARROWEST = { width: 320, height: 640 };
const PAGES = ["/", "/payment/weekly", "/pricing", "/pricing/checkout/yearly", "/receipts", "/account"];
/** Long words, right to left, and the widest letters: without scripts the others are the same pages. */
const DEMANDING: readonly LocaleCode[] = ["de", "ar", "my"];

/** Every page on the narrowest phone. */
const inOneLanguage =
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

for (const { code } of LOCALES) {
  const travel = DEMANDING.includes(code) ? journey : journey.withScripts;
  travel(`every page fits the narrowest phone in ${code}, and hydrates as it was sent`, inOneLanguage(code));
}

/** The page of one order in every language: its token is bound to none. */
async function inEveryLanguage(
  { page, hasScripts }: Journey,
  heading: "paystatus:declined.title" | "paysuc:heading",
): Promise<void> {
  await page.setViewportSize(NARROWEST);
  const { pathname, search } = new URL(page.url());
  for (const { code } of LOCALES) {
    await page.goto(inLanguage(code, pathname) + search);
    if (hasScripts) await hydrated(page);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(translate(code)(heading));
    expect(await widthBeyondScreen(page), `${code} is too wide`).toBe(0);
  }
}

journey.withScripts("a declined order is told in every language, on the narrowest phone", async (trip) => {
  await trip.visitor.goPay("yearly");
  await trip.visitor.onHostedPage("decline");
  await trip.visitor.expectHeading(trip.visitor.t("paystatus:declined.title"));
  await inEveryLanguage(trip, "paystatus:declined.title");
});

journey.withoutScripts("a paid order is told in every language, on the narrowest phone", async (trip) => {
  await trip.visitor.goPay("yearly");
  await trip.visitor.onHostedPage("approve");
  await trip.visitor.expectHeading(trip.visitor.t("paysuc:heading"));
  await inEveryLanguage(trip, "paysuc:heading");
});

journey.withScripts(
  "a page that is not there says so in every language",
  { statuses: [404] },
  async ({ page, hasScripts }) => {
    await page.setViewportSize(NARROWEST);
    for (const { code } of LOCALES) {
      await page.goto(inLanguage(code, "/nowhere"));
      if (hasScripts) await hydrated(page);
      expect(await page.title()).toContain(translate(code)("global:errorPage.notFoundTitle"));
      expect(await widthBeyondScreen(page), `${code} is too wide`).toBe(0);
    }
  },
);

/** React has gone through the page to its last line; text that differs from the server's is a page error. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const last = document.querySelector("footer p:last-child");
    return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber"));
  });

const widthBeyondScreen = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

import { expect } from "vitest";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import { measure } from "../../../tools/screens/measure";
import { type Journey, journey } from "../journey";

const PHONE = { width: 360, height: 740 };
const MOST_BAR = 72;

const fitsPhone =
  (lang: LocaleCode) =>
  async ({ page }: Journey): Promise<void> => {
    await page.setViewportSize(PHONE);
    await page.goto(inLanguage(lang, "/payment/two-years"));
    const { payEnd, pageHeight, barHeight, hasEmail, methods, sideways } = await measure(page);
    expect(payEnd / PHONE.height, "screens to the button's end").toBeLessThanOrEqual(1.5);
    expect(pageHeight / PHONE.height, "screens in all").toBeLessThanOrEqual(2.4);
    expect(barHeight).toBeLessThanOrEqual(MOST_BAR);
    expect(hasEmail).toBe(true);
    expect(methods).toBeGreaterThan(0);
    expect(sideways).toBe(0);
  };

const fitsPhoneInLargeText =
  (lang: LocaleCode) =>
  async ({ page }: Journey): Promise<void> => {
    await page.setViewportSize(PHONE);
    await page.goto(inLanguage(lang, "/payment/two-years"));
    const { barHeight, sideways } = await measure(page);
    expect(barHeight).toBeLessThanOrEqual(PHONE.height / 5);
    expect(sideways).toBe(0);
    expect(
      await page.locator(".skip-link").evaluate((link) => link.getBoundingClientRect().bottom),
    ).toBeLessThanOrEqual(0);
  };

for (const { code: lang } of LOCALES) {
  journey.withoutScripts(`the order is near on a phone in ${lang}`, { lang }, fitsPhone(lang));
  journey.withoutScripts(
    `nothing is beside the screen with text twice as large in ${lang}`,
    { lang, hasLargeText: true },
    fitsPhoneInLargeText(lang),
  );
}

journey.withoutScripts(
  "whoever is asked for consent has the address in the first screen, too",
  async ({ page, context }) => {
    await page.setViewportSize(PHONE);
    await context.setExtraHTTPHeaders({ "X-Forwarded-For": "198.51.100.201" });
    for (const { code } of LOCALES) {
      await page.goto(inLanguage(code, "/payment/two-years"));
      expect(await page.locator(".consent").count(), code).toBe(1);
      const { hasEmail, sideways } = await measure(page);
      expect({ hasEmail, sideways }, code).toEqual({ hasEmail: true, sideways: 0 });
    }
  },
);

journey.withoutScripts(
  "the order stands below the address, also where a coupon leaves nothing to pay with",
  async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto("/payment/yearly?coupon=FREE100");
    expect(await page.locator("[name=provider]:visible").count()).toBe(0);
    const [address, order] = await Promise.all(["#email", ".order"].map((part) => page.locator(part).boundingBox()));
    expect((order?.y ?? 0) - (address?.y ?? 0) - (address?.height ?? 0)).toBeGreaterThanOrEqual(12);
  },
);

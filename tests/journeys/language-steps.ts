import { expect } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { applyCoupon } from "./coupon-steps";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";
import { pathOf, redirectsBefore } from "./redirects";
import { Visitor } from "./visitor";

/** Chooses a language by its own name. */
export async function chooseLanguage({ page, lang }: Visitor, code: Visitor["lang"]): Promise<void> {
  const name = LOCALES.find((locale) => locale.code === code)?.name ?? code;
  await page.locator('header a[href="#languages"]').click();
  await page.locator("#languages").getByText(name, { exact: true }).last().click();
  expect(code).not.toBe(lang);
}

/** The same person, who reads German from here on. */
export const inGerman = ({ page, addresses, email }: Visitor): Visitor => new Visitor(page, "de", addresses, email);

/** A browser that asks for German gets the German home page in one step. */
export async function openInBrowsersLanguage({ page, visitor }: Journey): Promise<void> {
  const answer = await page.goto("/");
  expect(redirectsBefore(answer)).toBe(1);
  expect(pathOf(page.url())).toBe("/de");
  const german = inGerman(visitor);
  await german.expectHeading(german.t("home:title"));
}

/** The language is changed in the middle of a payment, and it stays. */
export async function changeLanguageWhilePaying({ page, visitor }: Journey): Promise<void> {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("decline");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  const order = new URL(page.url()).searchParams.get("o");
  await chooseLanguage(visitor, "de");
  const german = inGerman(visitor);
  await german.expectHeading(german.t("paystatus:declined.title"));
  expect(pathOf(page.url())).toBe("/de/paystatus");
  expect(new URL(page.url()).searchParams.get("o")).toBe(order);

  await german.payAgain();
  await german.pay();
  await german.onHostedPage("approve");
  await expectSuccess(german, ["declined", "succeeded"]);
  await page.goto("/");
  await german.expectHeading(german.t("home:title"));
}

/** Old and untidy addresses settle in one step. */
export async function openUntidyAddresses({ page }: Journey): Promise<void> {
  for (const [from, to] of [
    ["/in/payment", "/id/payment"],
    ["/de/home", "/de"],
    ["/de//payment///yearly?utm_source=mail", "/de/payment/yearly?utm_source=mail"],
  ] as const) {
    await page.context().clearCookies();
    const answer = await page.goto(from);
    expect(redirectsBefore(answer), from).toBe(1);
    expect(page.url()).toBe(new URL(to, page.url()).href);
  }
}

/** The list opens where one is, and another language leaves nothing out that was typed. */
export async function changeLanguageWhileTyping({ page, visitor }: Journey): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await visitor.open("/payment/yearly");
  await applyCoupon(visitor, "WELCOME20");
  await visitor.page.locator(".coupon-applied").waitFor();
  await visitor.chooseProvider("ps");
  await visitor.enterEmail("anna@");
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator('header a[href="#languages"]').click();
  const german = page.locator("#languages").getByText("Deutsch", { exact: true }).last();
  await german.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await german.click();
  const { t } = inGerman(visitor);
  await page.getByText(t("payment:couponApplied", { coupon: "WELCOME20" })).waitFor();
  expect(new URL(page.url()).pathname).toBe("/de/payment/yearly");
  expect(await inGerman(visitor).emailField().inputValue()).toBe("anna@");
  expect(await page.locator("input[value=ps]").isChecked()).toBe(true);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

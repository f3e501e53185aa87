import { expect } from "vitest";
import { LOCALES } from "~/i18n/locales";
import { payFields } from "../form-post";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import { pathOf, redirectsBefore } from "../redirects";
import { read, show } from "../shown-answer";
import { Visitor } from "../visitor";

/** Chooses a language by its own name. */
async function chooseLanguage({ page, lang }: Visitor, code: Visitor["lang"]): Promise<void> {
  await page.locator("details.languages > summary").click();
  const name = LOCALES.find((locale) => locale.code === code)?.name ?? code;
  await page.getByRole("link", { name, exact: true }).click();
  expect(code).not.toBe(lang);
}

journey(
  "English named in the address loses its prefix and is remembered",
  { browserLanguage: "de-DE" },
  async (trip) => {
    const { page, visitor } = trip;
    const answer = await page.goto("/en/payment/yearly");
    expect(redirectsBefore(answer)).toBe(1);
    expect(pathOf(page.url())).toBe("/payment/yearly");
    await visitor.expectHeading(visitor.t("payment:heading"));
    await page.goto("/payment/monthly");
    expect(pathOf(page.url())).toBe("/payment/monthly");
    await visitor.expectHeading(visitor.t("payment:heading"));
  },
);

journey("old and untidy addresses settle in one step", async ({ page }) => {
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
});

journey("a visitor changes the language in the middle of a payment, and it stays", async ({ page, visitor, site }) => {
  await visitor.goPay("yearly");
  await visitor.onHostedPage("decline");
  await visitor.expectHeading(visitor.t("paystatus:declined.title"));
  const order = new URL(page.url()).searchParams.get("o");
  await chooseLanguage(visitor, "de");
  const german = new Visitor(page, "de", site.addresses, visitor.email);
  await german.expectHeading(german.t("paystatus:declined.title"));
  expect(pathOf(page.url())).toBe("/de/paystatus");
  expect(new URL(page.url()).searchParams.get("o")).toBe(order);

  await german.follow(german.t("paystatus:payAgain"));
  await german.pay();
  await german.onHostedPage("approve");
  await expectSuccess(german, ["declined", "succeeded"]);
  await page.goto("/");
  await german.expectHeading(german.t("home:title"));
});

journey("the language chosen by link is kept in a cookie for a year", async ({ page, context, visitor }) => {
  await visitor.open("/payment/yearly");
  await chooseLanguage(visitor, "de");
  await page.waitForURL("**/de/payment/yearly");
  const cookie = (await context.cookies()).find(({ name }) => name === "LANGUAGE");
  expect(cookie).toMatchObject({ value: "de", path: "/", sameSite: "Lax" });
  expect(Math.round(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(365);
});

journey.withoutScripts(
  "a form is answered where it was sent, whatever language was chosen meanwhile",
  { statuses: [422] },
  async (trip) => {
    const { page, visitor } = trip;
    await visitor.open("/payment/yearly");
    const body = new URLSearchParams(await payFields(page, { email: "anna@" }));
    const { origin } = new URL(page.url());
    const headers = { origin, "accept-language": "de", cookie: "LANGUAGE=de" };
    const answer = await fetch(`${origin}/payment/yearly`, { method: "POST", body, headers, redirect: "manual" });
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-language")).toBe("en");
    await show(page, await read(answer));
    expect(await visitor.emailField().inputValue()).toBe("anna@");
  },
);

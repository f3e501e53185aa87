import { expect } from "vitest";
import { payFields } from "../form-post";
import { journey } from "../journey";
import {
  changeLanguageWhilePaying,
  changeLanguageWhileTyping,
  chooseLanguage,
  openUntidyAddresses,
} from "../language-steps";
import { pathOf, redirectsBefore } from "../redirects";
import { read, show } from "../shown-answer";

journey(
  "English named in the address loses its prefix, and stays from page to page",
  { browserLanguage: "de-DE" },
  async (trip) => {
    const { page, visitor } = trip;
    const answer = await page.goto("/en/payment/yearly");
    expect(redirectsBefore(answer)).toBe(1);
    expect(pathOf(page.url())).toBe("/payment/yearly");
    await visitor.expectHeading(visitor.t("payment:heading"));
    await page.locator("header a.brand").click();
    await visitor.expectHeading(visitor.t("home:title"));
    await page
      .getByRole("link", { name: visitor.t("nav:plans"), exact: true })
      .last()
      .click();
    await visitor.expectHeading(visitor.t("payment:heading"));
  },
);

journey("old and untidy addresses settle in one step", openUntidyAddresses);

journey("a visitor changes the language in the middle of a payment, and it stays", changeLanguageWhilePaying);

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

journey("another language leaves nothing out that was typed", changeLanguageWhileTyping);

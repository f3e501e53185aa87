import { expect } from "vitest";
import { READING_MS } from "../../rig/reading-time";
import { journey } from "../journey";
import { ordersOf } from "../ledger";
import { startSite } from "../running-site";
import { siteOfFile, startSiteWith } from "../site-of-file";

const inChina = { ownSite: siteOfFile(startSiteWith({ default_country: "CN" }, startSite)), statuses: [403] };

journey("from China nothing is sold, the form says a way on, and nothing entered is lost", inChina, async (trip) => {
  const { visitor } = trip;
  await visitor.open("/payment/yearly");
  await visitor.enterEmail();
  await visitor.payButton().click();
  await visitor.expectText(visitor.t("form-answers:mistakes.gated"));
  expect(await visitor.emailField().inputValue()).toBe(visitor.email);
  expect(await ordersOf(visitor)).toEqual([]);
});

journey("from China nobody signs up either", inChina, async ({ visitor, page, hasScripts }) => {
  await visitor.open("/account");
  const email = page.getByRole("textbox", { name: visitor.t("account:signUp.emailLabel") });
  await email.fill(visitor.email);
  if (!hasScripts) await page.waitForTimeout(READING_MS);
  await page.getByRole("button", { name: visitor.t("account:signUp.submit"), exact: true }).click();
  await visitor.expectText(visitor.t("form-answers:mistakes.gated"));
  expect(await email.inputValue()).toBe(visitor.email);
});

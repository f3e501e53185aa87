import { expect } from "vitest";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import type { Visitor } from "../visitor";

async function showPricesFor(visitor: Visitor, country: string): Promise<void> {
  await visitor.page.getByRole("combobox", { name: visitor.t("payment:countryLabel") }).selectOption(country);
  await visitor.page.getByRole("button", { name: visitor.t("payment:countryShow") }).click();
  await visitor.page.waitForURL((url) => url.hash === "#country");
}

journey("a buyer chooses the country whose prices hold, and the site remembers it", async ({ visitor }) => {
  await visitor.open("/payment/yearly");
  await visitor.payButtonAt("$47.88").waitFor();
  await showPricesFor(visitor, "GB");
  await visitor.payButtonAt("£42.99").waitFor();
  await visitor.open("/");
  await visitor.expectText("£");
  await visitor.choosePlan("monthly");
  await visitor.payButtonAt("£10.99").waitFor();
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
  await visitor.expectText("£10.99");
});

journey("a trial says what is due today, when it ends and what it costs then", async ({ visitor, page }) => {
  await visitor.open("/payment/weekly");
  const days = visitor.t("pay-plan:day", { count: 3, n: "3" });
  const trial = page.locator(".line", { hasText: visitor.t("pay-plan:lines.trialOf", { period: days }) });
  expect(await trial.getByRole("definition").textContent()).toBe("$0.99");
  const due = page.locator(".line", { hasText: visitor.t("pay-plan:lines.dueToday") });
  expect(await due.getByRole("definition").textContent()).toBe("$0.99");
  const every = visitor.t("pay-plan:every.week", { count: 1, n: "1" });
  const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(
    Date.now() + 3 * 86_400_000,
  );
  await visitor.expectText(visitor.t("checkout:renewsAfterTrial", { date, price: "$4.99", every }));
  await visitor.payButtonAt("$0.99").waitFor();
  await visitor.enterEmail();
  await visitor.pay();
  await visitor.onHostedPage("approve");
  await expectSuccess(visitor);
});

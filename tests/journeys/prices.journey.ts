import { journey } from "./journey";
import { expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

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

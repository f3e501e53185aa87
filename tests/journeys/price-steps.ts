import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";
import type { Visitor } from "./visitor";

async function showPricesFor({ page, t }: Visitor, country: string): Promise<void> {
  await page.locator("details.country > summary").click();
  const scripts = await page.locator("input[name=scripts]").inputValue();
  await page.getByRole("combobox", { name: t("payment:countryLabel") }).selectOption(country);
  // With scripts the choice counts at once.
  if (scripts !== "on") await page.getByRole("button", { name: t("payment:countryShow") }).click();
  await page.waitForURL((url) => url.hash === "#prices");
}

/** The buyer chooses the country whose prices hold, and the site remembers it. */
export async function buyAtPricesOfCountry({ visitor }: Journey): Promise<void> {
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
}

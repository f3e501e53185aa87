import { formHydrated } from "./hydrated";
import type { Journey } from "./journey";
import { expectSuccess } from "./ledger";

/** Chooses another country on the checkout that is open. */
export async function showPricesFor({ visitor: { page, t }, hasScripts }: Journey, country: string): Promise<void> {
  if (hasScripts) await formHydrated(page);
  await page.locator("details.country > summary").click();
  await page.getByRole("combobox", { name: t("payment:countryLabel") }).selectOption(country);
  // With scripts the choice counts at once.
  if (!hasScripts) await page.getByRole("button", { name: t("payment:countryShow") }).click();
  await page.waitForURL((url) => url.hash === "#prices");
}

/** The buyer chooses the country whose prices hold, and the site remembers it. */
export async function buyAtPricesOfCountry(trip: Journey): Promise<void> {
  const { visitor } = trip;
  await visitor.open("/payment/yearly");
  await visitor.payButtonAt("$47.88").waitFor();
  await showPricesFor(trip, "GB");
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

import { expect } from "vitest";
import { APP_PROVIDERS } from "~/upstream/contract/app-purchase";
import { makePurchase, waitForPurchase } from "../app-purchase-steps";
import { journey } from "../journey";

for (const provider of APP_PROVIDERS) {
  journey(`${provider}: a purchase made in the app is waited for and confirmed`, waitForPurchase(provider));

  journey(`${provider}: a purchase that failed in the app goes on there`, async (trip) => {
    const { page, visitor } = trip;
    await page.goto(await makePurchase(trip, provider, { outcome: "failed" }));
    await visitor.expectHeading(visitor.t("paystatus:declined.title"));
    await visitor.expectText(visitor.t("paystatus:goBackToApp"));
    expect(await page.getByRole("link", { name: visitor.t("paystatus:payAgain") }).count()).toBe(0);
  });
}

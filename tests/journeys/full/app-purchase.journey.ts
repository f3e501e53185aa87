import { APP_PROVIDERS } from "~/upstream/contract/purchase-calls";
import { confirmPurchase, seeFailedPurchase } from "../app-purchase-steps";
import { journey } from "../journey";

for (const provider of APP_PROVIDERS) {
  journey(`${provider}: a purchase made in the app is waited for and confirmed`, (trip) =>
    confirmPurchase(trip, provider),
  );
  journey(`${provider}: a purchase that failed in the app goes on there`, (trip) => seeFailedPurchase(trip, provider));
}

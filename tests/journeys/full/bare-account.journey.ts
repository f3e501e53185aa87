import { APP_PROVIDERS } from "~/upstream/contract/purchase-calls";
import { buyFromApp, buyWithExpiredLink, openReceiptsByOldLink } from "../app-link-steps";
import { confirmPurchase, seeFailedPurchase } from "../app-purchase-steps";
import { journey } from "../journey";
import { buyAfterSessionEnd, logInAgainAndBuy, payWithDyingToken, stayAndBuy } from "../logged-out-steps";
import { startBareSite } from "../running-site";
import { signUpAndBuy } from "../sign-up-steps";
import { siteOfFile } from "../site-of-file";

/** This one writes its numbers as text, those that end a session among them. */
const ownSite = siteOfFile(startBareSite(4));
const onBare = { ownSite };

journey(
  "an app's link leads to a paid plan on a bare backend, and to its receipt, which is sent",
  onBare,
  buyFromApp({ sid: 101, app: "VPN Master", manifests: 1 }),
);

journey("an app's link that is no longer good says so on a bare backend", onBare, buyWithExpiredLink);

journey(
  "an app's link with a false sign opens no receipts of a bare backend",
  { ownSite, statuses: [403] },
  openReceiptsByOldLink,
);

journey(
  "whoever has signed in on a bare backend buys without entering anything, and logs out",
  onBare,
  async (trip) => {
    await signUpAndBuy(trip);
  },
);

journey("a visitor whom a bare backend has logged out stays on the page, and buys", onBare, stayAndBuy);

journey(
  "a visitor whom a bare backend has logged out logs in again and comes back to the plan",
  onBare,
  logInAgainAndBuy,
);

journey("a visitor whose session is over on a bare backend is told once, and buys", onBare, buyAfterSessionEnd);

for (const kind of ["code_401", "code_50008"] as const)
  journey(
    `a token that dies on the way to paying a bare backend (${kind}) costs one more press, and no entry`,
    { ownSite, statuses: [422] },
    payWithDyingToken(kind),
  );

for (const provider of APP_PROVIDERS) {
  journey(`${provider}: a purchase made in the app is waited for and confirmed by a bare backend`, onBare, (trip) =>
    confirmPurchase(trip, provider),
  );
  journey(`${provider}: a purchase that failed in the app goes on there, says a bare backend`, onBare, (trip) =>
    seeFailedPurchase(trip, provider),
  );
}

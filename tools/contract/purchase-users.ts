import { soPurchase } from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import type { Target } from "./client";
import { purchaseFields, refused, withKey } from "./purchases";

async function refusedAsUnproven(target: Target, named: object): Promise<void> {
  const sent = withKey({ ...(await purchaseFields(target)), user_id: 1, ...named });
  await refused(target, { endpoint: soPurchase, sent }, 422, "user_unproven");
}

export const purchaseUserChecks: Check[] = [
  {
    name: "user_id: a purchase in the name of a user whom nothing proves is refused",
    lost: "DANGEROUS: whoever guesses a user's number buys in their name, uses up their trial and coupons, and reads how long their plan runs; the site names proven users only, another client may not",
    run: (target) => refusedAsUnproven(target, {}),
  },
  {
    name: "sign_timestamp, sign: a purchase with a forged sign of the user is refused",
    lost: "DANGEROUS: the sign of an app's link is not checked, so anybody may buy as the user whom a link names",
    run: (target) =>
      refusedAsUnproven(target, { sign_timestamp: String(Math.floor(Date.now() / 1000)), sign: "0".repeat(64) }),
  },
];

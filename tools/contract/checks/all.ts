import { type Check, losing } from "../check";
import { accountChecks } from "./accounts";
import { amountChecks } from "./amounts";
import { analyticsChecks } from "./analytics";
import { essentialChecks, offerChecks } from "./essentials";
import { forgerChecks } from "./forgers";
import { keyChecks } from "./keys";
import { liveOrderChecks } from "./live-orders";
import { optionalFieldChecks } from "./optional-fields";
import { priceChecks, purchaseChecks } from "./orders";
import { providerOrderChecks } from "./provider-orders";
import { providerRefusalChecks } from "./provider-refusals";
import { readChecks } from "./reads";
import { receiptKeyChecks } from "./receipt-keys";
import { redemptionChecks } from "./redemptions";
import { refusalChecks } from "./refusals";
import { returnChecks } from "./returns";
import { subscriptionChecks } from "./subscriptions";
import { trialChecks } from "./trials";
import { unpaidChecks } from "./unpaid";

/** They only open orders and pay none, so they may run against any backend's test environment. */
export const checks: readonly Check[] = [
  ...essentialChecks,
  ...offerChecks,
  ...forgerChecks,
  ...returnChecks,
  ...amountChecks,
  ...keyChecks,
  ...unpaidChecks,
  ...receiptKeyChecks,
  ...accountChecks,
  ...losing("sale", "whoever pays while a price changes is charged another one than was shown", priceChecks),
  ...losing(
    "nice",
    "the site alone keeps a buyer from a second order, and holds what is sold against what was agreed",
    purchaseChecks,
  ),
  ...providerOrderChecks,
  ...liveOrderChecks,
  ...losing("sale", "trials are told otherwise than they are sold: leave them out of the plans", trialChecks),
  ...losing("nice", "a refusal is shown in general words", refusalChecks),
  ...losing("nice", "a refusal of the provider's is shown in general words", providerRefusalChecks),
  ...losing("nice", "the page goes on without what this call tells", readChecks),
  ...losing(
    "nice",
    "events are dropped after some tries: nobody counts visits, and no page waits for them",
    analyticsChecks,
  ),
  ...optionalFieldChecks,
  ...subscriptionChecks,
  ...redemptionChecks,
];

import { accountChecks } from "./accounts";
import { analyticsChecks } from "./analytics";
import { type Check, losing } from "./check";
import { essentialChecks, offerChecks } from "./essentials";
import { liveOrderChecks } from "./live-orders";
import { optionalFieldChecks } from "./optional-fields";
import { purchaseChecks } from "./orders";
import { providerOrderChecks } from "./provider-orders";
import { providerRefusalChecks } from "./provider-refusals";
import { purchaseUserChecks } from "./purchase-users";
import { readChecks } from "./reads";
import { receiptKeyChecks } from "./receipt-keys";
import { refusalChecks } from "./refusals";
import { subscriptionChecks } from "./subscriptions";
import { trialChecks } from "./trials";

/** They only open orders and pay none, so they may run against any backend's test environment. */
export const checks: readonly Check[] = [
  ...essentialChecks,
  ...offerChecks,
  ...optionalFieldChecks,
  ...losing("the page goes on without what this call tells", readChecks),
  ...losing("whoever asks is not told why they are refused", accountChecks),
  ...losing("the site alone keeps a buyer from a second order: it never repeats a purchase", purchaseChecks),
  ...losing("trials are told otherwise than they are sold: leave them out of the plans", trialChecks),
  ...losing("a refusal is shown in general words", refusalChecks),
  ...losing("the site alone keeps a buyer from a second order, and shows what was agreed", providerOrderChecks),
  ...losing("events are dropped after some tries: nobody counts visits, and no page waits for them", analyticsChecks),
  ...receiptKeyChecks,
  ...purchaseUserChecks,
  ...liveOrderChecks,
  ...subscriptionChecks,
  ...losing("what came back from a provider is not checked by the API, or not told", providerRefusalChecks),
];

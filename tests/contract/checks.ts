import { accountChecks } from "./accounts";
import type { Check } from "./check";
import { purchaseChecks } from "./orders";
import { providerOrderChecks } from "./provider-orders";
import { providerRefusalChecks } from "./provider-refusals";
import { readChecks } from "./reads";
import { refusalChecks } from "./refusals";

/** They only open orders and pay none, so they may run against any backend's test environment. */
export const checks: readonly Check[] = [
  ...readChecks,
  ...accountChecks,
  ...purchaseChecks,
  ...refusalChecks,
  ...providerOrderChecks,
  ...providerRefusalChecks,
];

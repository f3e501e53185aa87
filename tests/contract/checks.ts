import type { Check } from "./check";
import { readChecks } from "./reads";
import { purchaseChecks, refusalChecks } from "./writes";

/** They only open orders and pay none, so they may run against any backend's test environment. */
export const checks: readonly Check[] = [...readChecks, ...purchaseChecks, ...refusalChecks];

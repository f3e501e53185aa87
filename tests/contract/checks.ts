import type { Check } from "./check";
import { purchaseChecks } from "./orders";
import { readChecks } from "./reads";
import { refusalChecks } from "./refusals";

/** They only open orders and pay none, so they may run against any backend's test environment. */
export const checks: readonly Check[] = [...readChecks, ...purchaseChecks, ...refusalChecks];

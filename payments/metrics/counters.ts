import { Registry } from "~/exposition/registry.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { APP_PROVIDERS } from "~/upstream/contract/purchase-calls";
import { ORDER_STATES } from "~/upstream/contract/purchase-result";

/** What a process of the payments API counts. Names and labels: docs/metrics.md. */
export const paymentsMetrics = new Registry();

/** Codes of drivers, set up or not. */
export const DRIVERS = [...PROVIDERS, ...APP_PROVIDERS];

/** Of a driver: see drivers/driver.ts. */
const CALLS = [
  "open",
  "find",
  "ask",
  "close",
  "hear",
  "refund",
  "ask_subscription",
  "cancel_subscription",
  "resume_subscription",
  "end_subscription",
  "card_page",
] as const;
export type ProviderCallName = (typeof CALLS)[number];

/** `refused`: it has done nothing. `unknown`: nobody knows whether it has. `forged`: a webhook that is not its own. `failed`: our mistake. */
const CALL_OUTCOMES = ["ok", "refused", "unknown", "forged", "failed"] as const;
export type ProviderCallOutcome = (typeof CALL_OUTCOMES)[number];

export const providerCalls = paymentsMetrics.counter(
  "payments_provider_calls_total",
  "What drivers did at their providers, by how it ended.",
  {
    driver: DRIVERS,
    call: CALLS,
    outcome: CALL_OUTCOMES,
  },
);

export const providerSeconds = paymentsMetrics.histogram(
  "payments_provider_call_seconds",
  "How long that took, in which a driver may call its provider several times.",
  { driver: DRIVERS, call: CALLS },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
);

/** `opened`: at the provider. `given`: nothing was due. `repeated`: the same call came before. The others are refusals; `invalid`: all else. */
export const PURCHASE_OUTCOMES = [
  "opened",
  "given",
  "repeated",
  "price_changed",
  "trial_used",
  "coupon_refused",
  "order_live",
  "order_done",
  "token_refused",
  "user_unproven",
  "provider_away",
  "provider_refused",
  "store_away",
  "invalid",
  "failed",
] as const;
export type PurchaseOutcome = (typeof PURCHASE_OUTCOMES)[number];

export const purchases = paymentsMetrics
  .counter("payments_purchases_total", "Purchase calls by how they ended.", {
    provider: PROVIDERS,
    outcome: PURCHASE_OUTCOMES,
  })
  .fromZero();

export const orderStates = paymentsMetrics
  .counter("payments_order_states_total", "Orders by the states that this copy has brought them to.", {
    state: ORDER_STATES,
  })
  .fromZero();

const ROUNDS = [
  "orders",
  "webhooks",
  "unheard",
  "subscriptions",
  "refunds",
  "entitlements",
  "mail",
  "store_reports",
  "reconciliation",
] as const;
export type RoundName = (typeof ROUNDS)[number];

const ROUND_OUTCOMES = ["done", "failed"] as const;

const rounds = paymentsMetrics.counter(
  "payments_rounds_total",
  "Rounds in which what waits is done, by how they ended.",
  { round: ROUNDS, outcome: ROUND_OUTCOMES },
);

/** Counts how rounds of a kind end, from zero: so one whose first round hangs is seen, and one that never runs is not told. */
export function roundCounter(round: RoundName): (outcome: (typeof ROUND_OUTCOMES)[number]) => void {
  for (const outcome of ROUND_OUTCOMES) rounds.begin({ round, outcome });
  return (outcome) => rounds.add({ round, outcome });
}

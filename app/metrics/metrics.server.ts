import { env } from "~/env.server";
import { Registry } from "~/exposition/registry.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";

/** What the app counts; the host has its own, and tells both. Names and labels: docs/metrics.md. */
export const appMetrics = new Registry();

/** The app's metrics for Prometheus. */
export const metricsText = (): string => appMetrics.text();

export const ENDPOINT_LABELS = [...Object.values(endpoints).map(({ path }) => path), "other" as const];

/**
 * `refused`: with a 4xx. `server_error`: with a 5xx. `not_sent`: the token was refused before. `left`: the visitor did not wait.
 * The others are those of UpstreamError.
 */
const CALL_OUTCOMES = [
  "ok",
  "refused",
  "server_error",
  "timeout",
  "unreachable",
  "malformed",
  "circuit_open",
  "not_sent",
  "left",
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const upstreamCalls = appMetrics.counter(
  "site_upstream_calls_total",
  "Calls of the payments API by how they ended.",
  { endpoint: ENDPOINT_LABELS, outcome: CALL_OUTCOMES },
);

export const upstreamSeconds = appMetrics.histogram(
  "site_upstream_call_seconds",
  "How long calls of the payments API took, retries included.",
  { endpoint: ENDPOINT_LABELS },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
);

const CACHES = ["plans", "prices", "settings", "geo"] as const;
export type CacheName = (typeof CACHES)[number];

export const cacheAnswers = appMetrics.counter(
  "site_cache_answers_total",
  "Answers out of a cache. stale: being asked for again; stand_in: an older one, because asking failed; failed: none at all.",
  { cache: CACHES, outcome: ["hit", "stale", "miss", "stand_in", "failed"] },
);

export const pageCache = appMetrics.counter(
  "site_page_cache_total",
  "Pages that everybody with the same choices gets. stale: being rendered anew; miss: rendered now.",
  { outcome: ["hit", "stale", "miss"] },
);

export const siteEvents = appMetrics
  .counter(
    "site_events_total",
    "Analytics events by what became of them. dropped_full: too many were waiting; dropped_retries: the payments API was away for too long; repeated: recorded before.",
    { outcome: ["forwarded", "refused", "dropped_full", "dropped_retries", "repeated"] },
  )
  .fromZero();

export const purchases = appMetrics
  .counter(
    "site_purchases_total",
    "Purchase calls by how they ended; opened is an order whose buyer goes on to the provider.",
    {
      provider: PROVIDERS,
      outcome: [
        "opened",
        "existing",
        "waiting",
        "unknown",
        "priceChanged",
        "couponRefused",
        "trialUsed",
        "detailsChanged",
        "emailRefused",
        "botTokenRefused",
        "userUnproven",
        "signedOut",
        "refused",
        "unavailable",
      ],
    },
  )
  .fromZero();

/**
 * `handed_off`: its buyer was led to the provider's page; `returned`: they came back from there; each once for each try to pay.
 * `paid`: the money was taken, also where the plan is granted only later. `unfinished`: still open when the watch over it
 * ended. `unknown`: the payments API could not be asked at that moment.
 */
const ORDER_MILESTONES = [
  "opened",
  "handed_off",
  "returned",
  "paid",
  "declined",
  "cancelled",
  "expired",
  "review",
  "refunded",
  "unfinished",
  "unknown",
] as const;
export type OrderMilestone = (typeof ORDER_MILESTONES)[number];

export const orders = appMetrics
  .counter(
    "site_orders_total",
    "Orders by the states they have reached, each order once a state, by the copy that has opened it; handed_off and returned by the one that sees it. unfinished: neither paid nor over after an hour and a half; unknown: nobody could say then.",
    { provider: PROVIDERS, state: ORDER_MILESTONES },
  )
  .fromZero();

/** Other hosts than those of REDIRECT_HOSTS are `other`: an address comes from outside. The log has them. */
export const refusedAddresses = appMetrics
  .counter(
    "site_refused_addresses_total",
    "Tries to pay whose payment page is at an address that is not allowed, so that their buyers cannot get there.",
    { provider: PROVIDERS, host: [...env().redirectHosts, "other"] },
  )
  .fromZero();

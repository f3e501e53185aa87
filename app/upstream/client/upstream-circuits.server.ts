import { appMetrics } from "~/metrics/metrics.server";
import { Circuit } from "./circuit.server";
import { Reply } from "./transport.server";
import { UpstreamError } from "./upstream-error";

/** A refusal is the answer of a healthy API; only outages count. */
const isOutage = (outcome: unknown) =>
  (outcome instanceof Reply || outcome instanceof UpstreamError) && outcome.isOutage;

/**
 * The circuits for the API. Optional calls have their own: their deadlines are short, and a slow geo service must
 * not stop payments.
 */
export const circuits = {
  needed: new Circuit("payments API", isOutage),
  optional: new Circuit("payments API, optional calls", isOutage),
  /** The providers' settings. Every checkout requests them, so their failures must not stop the geo call. */
  settings: new Circuit("payments API, providers' settings", isOutage),
  /** Plans for a bearer. Anybody can send made-up bearers, and slow answers to those must not stop the shop. */
  members: new Circuit("payments API, members' plans", isOutage),
  /** What is done about subscriptions: its failures must not stop the shop. */
  subscriptions: new Circuit("payments API, subscriptions", isOutage),
  /** Analytics: nobody waits for it, and its failures must stop nothing else. */
  analytics: new Circuit("payments API, analytics", isOutage),
};
export type CircuitName = keyof typeof circuits;

appMetrics.gauge(
  "site_upstream_circuit_open",
  "1 while calls of the payments API are turned away, because too many have failed.",
  { circuit: ["needed", "optional", "settings", "members", "subscriptions", "analytics"] },
  () => [
    [{ circuit: "needed" }, Number(circuits.needed.isOpen)],
    [{ circuit: "optional" }, Number(circuits.optional.isOpen)],
    [{ circuit: "settings" }, Number(circuits.settings.isOpen)],
    [{ circuit: "members" }, Number(circuits.members.isOpen)],
    [{ circuit: "subscriptions" }, Number(circuits.subscriptions.isOpen)],
    [{ circuit: "analytics" }, Number(circuits.analytics.isOpen)],
  ],
);

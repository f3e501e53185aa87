import { appMetrics } from "~/metrics/metrics.server";
import { Circuit } from "./circuit.server";
import { Reply } from "./transport.server";
import { UpstreamError } from "./upstream-error";

/** A refusal is a healthy API saying no; only an API in trouble counts. */
const isOutage = (outcome: unknown) =>
  (outcome instanceof Reply || outcome instanceof UpstreamError) && outcome.isOutage;

/**
 * One circuit for the API. Calls a page does without have their own: they get short deadlines, and a slow geo service must
 * not stop anybody from paying.
 */
export const circuits = {
  needed: new Circuit("payments API", isOutage),
  optional: new Circuit("payments API, optional calls", isOutage),
  /** The providers' settings: every checkout asks for them, so that without them nobody would be placed on the map. */
  settings: new Circuit("payments API, providers' settings", isOutage),
};
export type CircuitName = keyof typeof circuits;

appMetrics.gauge(
  "site_upstream_circuit_open",
  "1 while calls of the payments API are turned away, because too many have failed.",
  { circuit: ["needed", "optional", "settings"] },
  () => [
    [{ circuit: "needed" }, Number(circuits.needed.isOpen)],
    [{ circuit: "optional" }, Number(circuits.optional.isOpen)],
    [{ circuit: "settings" }, Number(circuits.settings.isOpen)],
  ],
);

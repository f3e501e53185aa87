import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import { log } from "~/log.server";
import { appMetrics } from "~/metrics/metrics.server";
import { Reply } from "./transport.server";
import { UpstreamError } from "./upstream-error";

const HALF_OPEN_AFTER_MS = 5_000;

/**
 * A circuit breaker: opens when half of the last 20 calls failed, and after 5 s lets one trial call through.
 * Unlike with cockatiel alone, other calls do not wait for the trial call: they fail at once, so pages stay fast.
 */
export class Circuit {
  private policy: CircuitBreakerPolicy;

  constructor(
    private readonly name: string,
    private readonly isFailure: (outcome: unknown) => boolean,
  ) {
    this.policy = this.build();
  }

  /** While true, a call fails at once, or is the trial call. */
  get isOpen(): boolean {
    return this.policy.state !== CircuitState.Closed;
  }

  /** @throws BrokenCircuitError without running `work` while the circuit is open. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.policy.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
    return this.policy.execute(work);
  }

  /** Closes the circuit and forgets all counted calls. */
  reset(): void {
    this.policy = this.build();
  }

  private build(): CircuitBreakerPolicy {
    // A call that its caller aborted is not counted, except as the trial call: then the circuit must open again.
    const isCounted = (error: unknown) => this.isFailure(error) || this.policy.state === CircuitState.HalfOpen;
    const policy = circuitBreaker(handleWhen(isCounted).orWhenResult(this.isFailure), {
      halfOpenAfter: HALF_OPEN_AFTER_MS,
      // cockatiel opens above its threshold, and 10 of 20 must be enough.
      breaker: new CountBreaker({ threshold: 0.49, size: 20 }),
    });
    policy.onStateChange((state) => log.warn({ circuit: this.name, state: CircuitState[state] }, "circuit changed"));
    return policy;
  }
}

/** Seconds until an open circuit lets a trial call through. */
export const CIRCUIT_RETRY_AFTER = HALF_OPEN_AFTER_MS / 1_000;

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

import { isSpanContextValid, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  CountBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import { env } from "~/env.server";
import { oneOf } from "~/exposition/registry.server";
import { log } from "~/log.server";
import {
  appMetrics,
  type CallOutcome,
  ENDPOINT_LABELS,
  upstreamCalls,
  upstreamSeconds,
} from "~/metrics/metrics.server";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { Reply } from "./transport.server";
import { type PurchaseFacts, UpstreamError } from "./upstream-error";

/** What a trace says of a call, beside its name: nothing that it sends or gets. See docs/decisions/019-metrics-traces-alerts.md. */
const attributesOf = ({ method }: Endpoint) => ({
  "http.request.method": method,
  "peer.service": "payments-api",
});

/** How metrics and traces name a call. */
const labelOf = ({ path }: Endpoint) => oneOf(ENDPOINT_LABELS, path, "other");

/**
 * Makes a call as a part of its request's trace; where no traces are wanted, just makes it. A batch of analytics events is of many
 * requests, so it is a trace of its own.
 */
export async function inCallSpan<T>(endpoint: Endpoint, circuit: CircuitName, make: () => Promise<T>): Promise<T> {
  if (env().tracing === undefined) return make();
  const options = { kind: SpanKind.CLIENT, attributes: attributesOf(endpoint), root: circuit === "analytics" };
  return trace.getTracer("app").startActiveSpan(labelOf(endpoint), options, async (span) => {
    try {
      return await make();
    } finally {
      span.end();
    }
  });
}

/**
 * Counts a call that has ended, also in its trace.
 * @param startedAt by performance.now(). @param failure what the call ended with, if not with an answer
 */
export function recordCall(called: Endpoint, outcome: CallOutcome, startedAt: number, failure?: unknown): void {
  const endpoint = labelOf(called);
  upstreamCalls.add({ endpoint, outcome });
  upstreamSeconds.observe({ endpoint }, (performance.now() - startedAt) / 1_000);
  const span = trace.getActiveSpan();
  span?.setAttribute("outcome", outcome);
  if (!(failure instanceof UpstreamError)) return;
  if (failure.status !== undefined) span?.setAttribute("http.response.status_code", failure.status);
  if (failure.isOutage) span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** The call is made a second time. */
export const recordRetry = (): void => void trace.getActiveSpan()?.addEvent("retry");

/** The header that makes what the payments API does with a call a part of the trace, in the form of W3C's Trace Context. */
export function traceParent(): string | undefined {
  const span = env().tracing === undefined ? undefined : trace.getActiveSpan()?.spanContext();
  if (span === undefined || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-0${span.traceFlags & TraceFlags.SAMPLED}`;
}

/** Calls refused by the open circuit are logged at debug level: there may be thousands, after one warning. */
export function logFailure(err: UpstreamError, purchase: PurchaseFacts | undefined): void {
  const { path, requestId, kind } = err;
  log[kind === "circuit_open" ? "debug" : "warn"]({ path, requestId, kind, ...purchase, err }, "upstream call failed");
}

const HALF_OPEN_AFTER_MS = 5_000;

/**
 * A circuit breaker: opens when half of the last 20 calls failed, and after 5 s lets one trial call through.
 * Unlike with cockatiel alone, other calls do not wait for the trial call: they fail at once, so pages stay fast.
 */
class Circuit {
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

import { isSpanContextValid, SpanKind, SpanStatusCode, TraceFlags, trace } from "@opentelemetry/api";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type CallOutcome, endpointLabel, upstreamCalls, upstreamSeconds } from "~/metrics/metrics.server";
import type { Endpoint } from "~/upstream/contract/endpoint";
import type { CircuitName } from "./circuits.server";
import { UpstreamError } from "./upstream-error";

/** What a trace says of a call, beside its name: nothing that it sends or gets. See docs/decisions/019-metrics-traces-alerts.md. */
const attributesOf = ({ method }: Endpoint) => ({
  "http.request.method": method,
  "peer.service": "payments-api",
});

/**
 * Makes a call as a part of its request's trace; where no traces are wanted, just makes it. A batch of analytics events is of many
 * requests, so it is a trace of its own.
 */
export async function inCallSpan<T>(endpoint: Endpoint, circuit: CircuitName, make: () => Promise<T>): Promise<T> {
  if (env().tracing === undefined) return make();
  const options = { kind: SpanKind.CLIENT, attributes: attributesOf(endpoint), root: circuit === "analytics" };
  return trace.getTracer("app").startActiveSpan(endpointLabel(endpoint.path), options, async (span) => {
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
export function recordCall({ path }: Endpoint, outcome: CallOutcome, startedAt: number, failure?: unknown): void {
  const endpoint = endpointLabel(path);
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
export function logFailure(err: UpstreamError): void {
  const { path, requestId, kind } = err;
  log[kind === "circuit_open" ? "debug" : "warn"]({ path, requestId, kind, err }, "upstream call failed");
}

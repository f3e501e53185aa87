import {
  type Context,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import type { Request, RequestHandler, Response } from "express";
import type { Env } from "~/env.server";
import { oneOf } from "~/exposition/registry.server";
import { routeOf } from "../metrics/request-metrics";
import { tracer } from "./tracer";

/** Probes come every few seconds and say nothing about a buyer. */
const UNTRACED: readonly string[] = ["livez", "readyz"];
const TRACED_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** Of answers that belong to a sampled trace. */
const traceIds = new WeakMap<Response, string>();

/** The trace of a request that was sampled, for the log. */
export const traceIdOf = (response: Response): string | undefined => traceIds.get(response);

/** A span for every request. It says which kind of address was asked for, never which one; see docs/decisions/019-metrics-traces-alerts.md. */
export function requestSpans({ trustProxyHops }: Env): RequestHandler {
  return (request, response, next) => {
    const route = routeOf(request.originalUrl.split("?", 1)[0] ?? "");
    if (UNTRACED.includes(route)) return next();
    const method = oneOf(TRACED_METHODS, request.method, "_OTHER");
    const parent = trustProxyHops > 0 ? parentOf(request) : ROOT_CONTEXT;
    const attributes = { "http.request.method": method, "http.route": route };
    const name = `${method === "_OTHER" ? "HTTP" : method} ${route}`;
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const { traceId, traceFlags } = span.spanContext();
    if (traceFlags & TraceFlags.SAMPLED) traceIds.set(response, traceId);
    response.once("close", () => {
      span.setAttribute("http.response.status_code", response.statusCode);
      if (!response.writableFinished) span.setAttribute("aborted", true);
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), () => next());
  };
}

/** https://www.w3.org/TR/trace-context/, version 00: trace, span, flags. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The trace that the proxy in front has begun. */
function parentOf({ headers }: Request): Context {
  const [, traceId = "", spanId = "", flags = ""] = TRACE_PARENT.exec(String(headers.traceparent)) ?? [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const parent = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

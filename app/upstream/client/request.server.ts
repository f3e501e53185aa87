import type { z } from "zod";
import { env } from "~/env.server";
import type { BodyOf, Endpoint, QueryOf } from "~/upstream/contract/endpoint";
import { traceParent } from "./call-record.server";
import type { CircuitName } from "./circuits.server";
import type { UpstreamRequest } from "./transport.server";
import type { TokenRefusal } from "./upstream-error";

/** The visitor for whom a call is made. */
export interface Caller {
  /** The support reference; also in the log and in the site's own response. */
  requestId: string;
  appType: number;
  /** The app is one that the site has a brand for, not just any number out of an address. */
  isKnownApp?: boolean;
  /** The visitor's token. Answers to it are never cached. */
  bearer?: string;
  /** Called whenever a call is refused because of the token. */
  onTokenRefused?: (refusal: TokenRefusal) => void;
  visitorIp?: string;
  /** Aborts the call; see pageDeadline. */
  signal?: AbortSignal;
  /** The circuit of calls that name none: for a caller that nobody waits for. */
  circuit?: CircuitName;
}

export interface CallOptions {
  xFrom?: string;
  /** Under which a purchase call is the same order, for an API that honours it. */
  idempotencyKey?: string;
  /** The API honours the key: the call may be sent a second time. */
  isKeyHonoured?: boolean;
  /** For the whole call, a retry included. */
  timeoutMs?: number;
  /** The call goes on this long after its caller stopped waiting, because others will use the answer. */
  runsOnMs?: number;
  /** Default "needed". Optional calls use another circuit, so that their failures do not stop the needed ones. */
  circuit?: CircuitName;
}

/** The body and the query of an endpoint, where it has them. */
export type CallInput<E extends Endpoint> = (E["query"] extends z.ZodType
  ? { query: QueryOf<E> }
  : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: BodyOf<E> } : { body?: undefined });

export function buildRequest(
  endpoint: Endpoint,
  input: { query?: unknown; body?: unknown },
  caller: Caller,
  options: CallOptions,
): UpstreamRequest {
  const url = new URL(endpoint.path, baseUrl());
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, String(value));
  return {
    method: endpoint.method,
    url: url.href,
    headers: requestHeaders(endpoint, caller, options),
    body: endpoint.body === undefined ? undefined : JSON.stringify(input.body),
  };
}

function baseUrl(): string {
  const { apiBaseUrl } = env();
  if (apiBaseUrl === undefined) throw new Error("API_BASE_URL is not set, and the host has started no sandbox");
  return apiBaseUrl;
}

/** Header values that may come from a visitor (token, channel); others are left out. */
const CARRIABLE = /^[\x21-\x7e]{1,4096}$/;

function requestHeaders(endpoint: Endpoint, caller: Caller, options: CallOptions): Headers {
  const headers = new Headers({ accept: "application/json", "x-app-type": String(caller.appType) });
  if (endpoint.body !== undefined) headers.set("content-type", "application/json");
  const optional = {
    "x-request-id": caller.requestId,
    traceparent: traceParent(),
    "x-forwarded-for": caller.visitorIp,
    "x-from": options.xFrom,
    "idempotency-key": options.idempotencyKey,
    authorization: caller.bearer,
  };
  for (const [name, value] of Object.entries(optional)) {
    if (value === undefined || !CARRIABLE.test(value)) continue;
    headers.set(name, name === "authorization" ? `Bearer ${value}` : value);
  }
  return headers;
}

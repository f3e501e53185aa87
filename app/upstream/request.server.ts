import type { z } from "zod";
import { env } from "~/env.server";
import type { BodyOf, Endpoint, QueryOf } from "./contract/endpoint";
import type { TokenRefusal } from "./token-refusal.server";
import type { UpstreamRequest } from "./transport.server";
import type { CircuitName } from "./upstream-circuits.server";

/** On whose behalf a call is made. */
export interface Caller {
  /** Also in the log and in the site's own response: the visitor's support reference. */
  requestId: string;
  appType: number;
  /** The app is one that the site has a brand for, not just any number out of an address. */
  isKnownApp?: boolean;
  /** The visitor's token. Answers to it are never cached. */
  bearer?: string;
  /** Hears of every call that is refused because of the token, whatever becomes of that call. */
  onTokenRefused?: (refusal: TokenRefusal) => void;
  visitorIp?: string;
  /** Aborts the call; see pageDeadline. */
  signal?: AbortSignal;
}

export interface CallOptions {
  xFrom?: string;
  /** Under which a purchase call is the same order, for an API that honours it. */
  idempotencyKey?: string;
  /** The API honours the key: the call may be sent a second time. */
  isKeyHonoured?: boolean;
  /** For the whole call, a retry included. */
  timeoutMs?: number;
  /** Others will use the answer: the call goes on this long, and whoever waits for it gives up by themselves. */
  runsOnMs?: number;
  /** Another one than "needed" for an answer that the page does without: failures of that call must not stop the others. */
  circuit?: CircuitName;
}

/** What an endpoint must be given: its body and its query, where it has them. */
export type Sent<E extends Endpoint> = (E["query"] extends z.ZodType ? { query: QueryOf<E> } : { query?: undefined }) &
  (E["body"] extends z.ZodType ? { body: BodyOf<E> } : { body?: undefined });

export function buildRequest(
  endpoint: Endpoint,
  sent: { query?: unknown; body?: unknown },
  caller: Caller,
  options: CallOptions,
): UpstreamRequest {
  const url = new URL(endpoint.path, baseUrl());
  for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, String(value));
  return {
    method: endpoint.method,
    url: url.href,
    headers: headersOf(endpoint, caller, options),
    body: endpoint.body === undefined ? undefined : JSON.stringify(sent.body),
  };
}

function baseUrl(): string {
  const { apiBaseUrl } = env();
  if (apiBaseUrl === undefined) throw new Error("API_BASE_URL is not set, and the host has started no sandbox");
  return apiBaseUrl;
}

/** Some values are a visitor's text (token, channel): one that a header cannot carry is left out, not sent mangled. */
const CARRIABLE = /^[\x21-\x7e]{1,4096}$/;

function headersOf(endpoint: Endpoint, caller: Caller, options: CallOptions): Headers {
  const headers = new Headers({ accept: "application/json", "x-app-type": String(caller.appType) });
  if (endpoint.body !== undefined) headers.set("content-type", "application/json");
  const optional = {
    "x-request-id": caller.requestId,
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

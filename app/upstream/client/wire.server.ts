import { z } from "zod";
import { env } from "~/env.server";
import type { AnsweredList, AnswerOf, BodyOf, Endpoint, QueryOf } from "~/upstream/contract/endpoint";
import { type ApiError, apiError, SUCCESS_CODES } from "~/upstream/contract/errors";
import { CODE_NAMES, type FieldNames, LIST_NAMES } from "~/upstream/contract/values/field-names";
import { wholeRead } from "~/upstream/contract/values/scalars";
import { type CircuitName, traceParent } from "./call-outcomes.server";
import type { UpstreamRequest } from "./transport.server";
import type { PurchaseFacts, TokenRefusal } from "./upstream-error";

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
  /** The purchase that the calls are about: lines about them name it. */
  purchase?: PurchaseFacts;
  /** Aborts the call; see pageDeadline. */
  signal?: AbortSignal;
  /** The circuit of calls that name none: for a caller that nobody waits for. */
  circuit?: CircuitName;
}

export interface CallOptions {
  /** Where the call is at this API, if not at its endpoint's path. */
  path?: string;
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
  const url = new URL(options.path ?? endpoint.path, baseUrl());
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

function requestHeaders(endpoint: Endpoint, caller: Caller, options: CallOptions): Record<string, string> {
  const optional = {
    "x-request-id": caller.requestId,
    traceparent: traceParent(),
    "x-forwarded-for": caller.visitorIp,
    "x-from": options.xFrom,
    "idempotency-key": options.idempotencyKey,
    authorization: caller.bearer,
  };
  const headers: Record<string, string> = { accept: "application/json", "x-app-type": String(caller.appType) };
  if (endpoint.body !== undefined) headers["content-type"] = "application/json";
  for (const [name, value] of Object.entries(optional)) {
    if (value === undefined || !CARRIABLE.test(value)) continue;
    headers[name] = name === "authorization" ? `Bearer ${value}` : value;
  }
  return headers;
}

type OpenedEnvelope = { answer: unknown } | { refusal: ApiError };

/** A backend's envelope may be inside a gateway's. */
const MAX_LAYERS = 3;

/**
 * An answer's content: the body itself, or the inside of `{code, data}`, `{data}` or `{success, response}`. A code that
 * is not a success is a refusal. Other fields of the envelope are ignored: its `status` is the call's, not the order's.
 */
export function openAnswer(body: unknown, status: number): OpenedEnvelope {
  let answer = body;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const fields = fieldsOf(answer);
    if (fields === undefined) break;
    if (isRefusal(fields)) return { refusal: refusalOf(answer, status) };
    const inside = [fields.data, fields.response].find((part) => typeof part === "object" && part !== null);
    if (inside === undefined) break;
    answer = inside;
  }
  return { answer };
}

const FAILURE_WORDS: readonly unknown[] = [false, "false"];

function isRefusal(fields: Record<string, unknown>): boolean {
  const code = wholeRead.safeParse(fields.code);
  return (code.success && !SUCCESS_CODES.includes(code.data)) || FAILURE_WORDS.includes(fields.success);
}

/** The API's error; if the body is not one, an error made of its code, else of the HTTP status. */
export function refusalOf(body: unknown, status: number): ApiError {
  const parsed = apiError.safeParse(body);
  if (parsed.success) return parsed.data;
  return {
    code: codeIn(body) ?? status,
    error: { code: `http_${status}`, message: "", retryable: status === 429 || status >= 500, request_id: undefined },
    order: undefined,
    price: undefined,
  };
}

function codeIn(body: unknown): number | undefined {
  const codes = CODE_NAMES.map((name) => wholeRead.safeParse(valueAt(body, name)).data);
  return codes.find((code) => code !== undefined && !SUCCESS_CODES.includes(code));
}

type ReadAnswer<E extends Endpoint> =
  /** `leftOut`: why items of the answer's list are not in it. */
  { ok: true; answer: AnswerOf<E>; leftOut: z.ZodError[] } | { ok: false; error: z.ZodError };

/** Reads an answer out of its envelope, with its fields renamed to ours and unneeded errors ignored. Never throws. */
export function readAnswer<E extends Endpoint>(endpoint: E, inside: unknown): ReadAnswer<E> {
  const { shaped, leftOut } = endpoint.list
    ? readableItems(inside, endpoint.list)
    : { shaped: onlyOne(inside), leftOut: [] };
  const parsed = z.safeParse<E["answer"]>(endpoint.answer, withOurNames(shaped, endpoint.names));
  return parsed.success ? { ok: true, answer: parsed.data, leftOut } : { ok: false, error: parsed.error };
}

/** An array with one element is read as that element. */
const onlyOne = (inside: unknown): unknown => (Array.isArray(inside) && inside.length === 1 ? inside[0] : inside);

/** If no item of a list can be read, the whole list is an error, so that an older cached answer can be used. */
function readableItems(inside: unknown, { name, item, names }: AnsweredList) {
  const fields = fieldsOf(inside) ?? {};
  const list = [inside, ...[name, ...LIST_NAMES].map((one) => fields[one])].find(Array.isArray);
  if (list === undefined) return { shaped: inside, leftOut: [] };
  const items = list.map((one: unknown) => withOurNames(one, names));
  const leftOut = items.flatMap((one) => item.safeParse(one).error ?? []);
  const readable = leftOut.length === items.length ? items : items.filter((one) => item.safeParse(one).success);
  return { shaped: { ...fields, [name]: readable }, leftOut };
}

type JsonFields = Record<string, unknown>;

const jsonFields = z.record(z.string(), z.unknown());

/** The fields of a JSON object; undefined for anything else. */
export const fieldsOf = (value: unknown): JsonFields | undefined => jsonFields.safeParse(value).data;

/** The value at "a.b"; undefined where there is none. Inherited properties do not count. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inside, name) => {
    const found = fieldsOf(inside);
    return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined;
  }, value);
}

/** An object with its fields renamed to our names; fields under our names stay. Other values stay as they are. */
export function withOurNames(value: unknown, names: FieldNames | undefined): unknown {
  const given = fieldsOf(value);
  if (given === undefined || names === undefined) return value;
  return Object.entries(names).reduce((renamed, [ours, others]) => {
    if (valueAt(renamed, ours) != null) return renamed;
    const found = [camelCase(ours), ...others].map((name) => valueAt(given, name)).find((one) => one != null);
    return found === undefined ? renamed : withValue(renamed, ours.split("."), found);
  }, given);
}

function withValue(target: JsonFields, [name = "", ...rest]: string[], value: unknown): JsonFields {
  const inner = rest.length === 0 ? value : withValue(fieldsOf(target[name]) ?? {}, rest, value);
  return { ...target, [name]: inner };
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

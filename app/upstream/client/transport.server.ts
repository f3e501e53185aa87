import { Agent, type Dispatcher } from "undici";
import { UpstreamError, type UpstreamErrorFacts } from "./upstream-error";

/** One HTTP request to the payments API; can be sent twice. */
export interface UpstreamRequest {
  method: "GET" | "POST";
  url: string;
  headers: Headers;
  body: string | undefined;
}

/** What came back. `body` is undefined where a refusal's body could not be read: its status says enough. */
export class Reply {
  constructor(
    readonly status: number,
    readonly body: unknown,
    /** Seconds. */
    readonly retryAfter: number | undefined,
  ) {}

  get isOutage(): boolean {
    return this.status >= 500;
  }
}

interface AttemptLimits {
  /** The caller's own signal; aborting it says nothing about the API's health. */
  callerSignal: AbortSignal | undefined;
  deadline: AbortSignal;
}

/**
 * Sends a request once and names the kind of failure.
 * @throws UpstreamError of kind timeout, unreachable or malformed; the caller's reason where its signal aborted.
 */
export async function makeAttempt(
  request: UpstreamRequest,
  limits: AttemptLimits,
  facts: UpstreamErrorFacts,
): Promise<Reply> {
  const { callerSignal, deadline } = limits;
  try {
    return await sendOnce(request, AbortSignal.any(callerSignal ? [deadline, callerSignal] : [deadline]));
  } catch (cause) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    if (deadline.aborted) throw new UpstreamError("timeout", { ...facts, cause });
    if (cause instanceof BodyError) throw new UpstreamError("malformed", { ...facts, cause });
    // fetch throws a TypeError for every connection failure.
    if (cause instanceof TypeError) throw new UpstreamError("unreachable", { ...facts, cause });
    throw cause;
  }
}

/** Connections are reused; opening a new one may take a second at most. */
const dispatcher: Dispatcher = new Agent({ connect: { timeout: 1_000 } });

/** Node's fetch accepts a dispatcher, which the browser's type does not have. */
interface NodeRequestInit extends RequestInit {
  dispatcher: Dispatcher;
}

/**
 * Sends a request once. Redirects are never followed.
 * @throws BodyError for a redirect or a 2xx that is not JSON, TypeError for a broken connection, the signal's reason when it
 * aborts.
 */
async function sendOnce(request: UpstreamRequest, signal: AbortSignal): Promise<Reply> {
  const { url, ...rest } = request;
  const hangUp = new AbortController();
  // Not "error", which would look like a broken connection and be retried.
  const init: NodeRequestInit = { ...rest, redirect: "manual", dispatcher };
  try {
    return await readReply(await fetch(url, { ...init, signal: AbortSignal.any([signal, hangUp.signal]) }), signal);
  } finally {
    // An unread body (a redirect's, the rest of a huge one) must not keep the connection open.
    hangUp.abort();
  }
}

async function readReply(response: Response, signal: AbortSignal): Promise<Reply> {
  const { status, headers, ok } = response;
  if (status >= 300 && status < 400) throw new BodyError(`a redirect (${status})`);
  const body = await (ok ? readSuccess(response) : readRefusal(response, signal));
  return new Reply(status, body, retryAfterSeconds(headers.get("retry-after")));
}

async function readSuccess(response: Response): Promise<unknown> {
  try {
    return await readJson(response);
  } catch (error) {
    throw isBadEncoding(error) ? new BodyError("badly compressed", { cause: error }) : error;
  }
}

async function readRefusal(response: Response, signal: AbortSignal): Promise<unknown> {
  try {
    return await readJson(response);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** zlib's error codes, as fetch passes them on. */
function isBadEncoding(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_");
}

/** Retry-After: seconds or a date. */
function retryAfterSeconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

const MAX_BYTES = 1024 * 1024;
/** The contract nests five deep; a deeper body may be an attack on code that walks it. */
const MAX_DEPTH = 64;

/** The body is not what any endpoint of the contract may send. */
class BodyError extends Error {
  override name = "BodyError";
}

/** The JSON of an answer. @throws BodyError when it is too big, too deep or not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const value = parse(decode(await readCapped(response)));
  if (isTooDeep(value)) throw new BodyError(`nested more than ${MAX_DEPTH} deep`);
  return value;
}

/** JSON can write half of a surrogate pair, which UTF-8 cannot: a page's text would differ from its data. */
const SURROGATE = /\\ud[89a-f]/i;
const withoutHalves = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\uFFFD") : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, SURROGATE.test(text) ? withoutHalves : undefined);
  } catch (cause) {
    throw new BodyError("not JSON", { cause });
  }
}

async function readCapped(response: Response): Promise<Uint8Array[]> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    bytes += part.value.byteLength;
    if (bytes > MAX_BYTES) throw new BodyError(`larger than ${MAX_BYTES} bytes`);
  }
  return chunks;
}

/** Always UTF-8, whatever the Content-Type says. */
function decode(chunks: Uint8Array[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new BodyError("not UTF-8", { cause });
  }
}

/** Goes level by level, because such a body can overflow the stack of a recursive function. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return level.length > 0;
}

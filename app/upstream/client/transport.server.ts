import { Agent, type Dispatcher } from "undici";
import { BodyError, readJson } from "./answers/answer-body.server";

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
export async function exchange(request: UpstreamRequest, signal: AbortSignal): Promise<Reply> {
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
  const body = await (ok ? readAnswer(response) : readRefusal(response, signal));
  return new Reply(status, body, secondsOf(headers.get("retry-after")));
}

async function readAnswer(response: Response): Promise<unknown> {
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
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1_000));
}

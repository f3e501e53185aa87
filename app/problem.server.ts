import { json } from "@remix-run/node";
import { log } from "~/log.server";
import { UpstreamError } from "~/upstream/client/upstream-error";

/** What an error screen needs to know beside the status. */
interface Problem {
  /** Selects the screen's own words where the status alone is not enough. */
  about?: "plan" | "order";
  /** The address that was not found; shown as text. */
  path?: string;
}

/** An answer to throw: the nearest error screen shows it, translated. */
export function problem(status: number, details: Problem = {}, headers: Record<string, string> = {}): Response {
  return json(details, { status, headers });
}

/** What a problem document says beside its status: `detail` in English, for whoever writes the script. */
interface ProblemMore {
  detail?: string;
  headers?: Record<string, string>;
}

/** A refusal for addresses that are not pages (RFC 9457). */
export const problemDocument = (status: number, title = "Not Found", { detail, headers }: ProblemMore = {}): Response =>
  new Response(JSON.stringify({ type: "about:blank", title, status, detail }), {
    status,
    headers: { ...headers, "Content-Type": "application/problem+json", "X-Content-Type-Options": "nosniff" },
  });

export const pageNotFound = (request: Request): Response => problem(404, { path: new URL(request.url).pathname });

const RETRY_SECONDS = 5;

/** When to try again, where that is known. */
export const retryHeaders = (seconds: number | undefined): Record<string, string> =>
  seconds === undefined ? {} : { "Retry-After": String(seconds) };

/** Waits for data that a page needs. @throws a 503 with Retry-After where the payments API cannot give it */
export async function orUnavailable<T>(needed: Promise<T>): Promise<T> {
  try {
    return await needed;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw problem(503, {}, { "Retry-After": String(error.retryAfter ?? RETRY_SECONDS) });
  }
}

/** Waits for optional data: logs a failure once and returns undefined. */
export async function orWithout<T>(
  what: string,
  { requestId }: { requestId: string },
  loading: Promise<T>,
): Promise<T | undefined> {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId, reason: error.kind }, `${what} not available: the page goes on without`);
    return undefined;
  }
}

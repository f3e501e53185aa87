import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { orAfter } from "./deadline.server";
import type { Caller } from "./request.server";
import { tokenRefusal } from "./token-refusal.server";
import { UpstreamError, type UpstreamErrorFacts } from "./upstream-error";

/** A refusal is not asked for again so long; a token that was refused by mistake is tried again after that. */
const REFUSED_MS = 60_000;
/** Calls with a token that was good so recently do not wait for each other. */
const ACCEPTED_MS = 10 * 60_000;
/** How long calls wait for the first one with a token nobody knows yet. */
const VERDICT_WAIT_MS = 250;

type Verdict = { refusal: UpstreamError | undefined };

const clock = { now: () => Date.now() };
/** By the hash of app and token: tokens themselves are kept nowhere. */
const verdicts = new LRUCache<string, Verdict>({ max: 10_000, ttl: REFUSED_MS, ttlResolution: 0, perf: clock });
/** The first calls with tokens nobody knows yet, until they end. */
const firstCalls = new Map<string, Promise<void>>();

/**
 * Makes a call with the caller's token, unless the payments API has refused that token within the last minute. Of several
 * calls that begin side by side with a token nobody knows, one finds out, and the others wait a moment for it.
 * @param mayWait false where the call must not lose any time
 * @throws UpstreamError of kind refused, as the payments API said it, without asking again; else what `send` throws
 */
export async function withToken<T>(
  caller: Caller,
  facts: UpstreamErrorFacts,
  mayWait: boolean,
  send: () => Promise<T>,
): Promise<T> {
  if (caller.bearer === undefined) return send();
  const token = createHash("sha256").update(`${caller.appType} ${caller.bearer}`).digest("base64");
  const firstCall = firstCalls.get(token);
  if (firstCall !== undefined && mayWait && !verdicts.has(token)) await orAfter(firstCall, VERDICT_WAIT_MS, undefined);
  const refusal = verdicts.get(token)?.refusal;
  if (refusal !== undefined) throw new KnownRefusal(refusal, facts);
  const answer = send();
  const noted = note(token, answer);
  if (!firstCalls.has(token)) {
    firstCalls.set(token, noted);
    noted.finally(() => firstCalls.delete(token));
  }
  return answer;
}

/** A refusal that is known from an earlier call, so that this one was never sent. */
export class KnownRefusal extends UpstreamError {
  constructor({ status, apiError }: UpstreamError, { path, requestId }: UpstreamErrorFacts) {
    super("refused", { path, requestId, status, apiError });
  }
}

/** Remembers what a call has shown of its token. Never throws. */
async function note(token: string, call: Promise<unknown>): Promise<void> {
  try {
    await call;
    verdicts.set(token, { refusal: undefined }, { ttl: ACCEPTED_MS });
  } catch (error) {
    if (!(error instanceof UpstreamError) || tokenRefusal(error) === undefined) return;
    verdicts.set(token, { refusal: error }, { ttl: REFUSED_MS });
  }
}

/** Forgets what every token is worth. */
export function forgetTokens(): void {
  verdicts.clear();
  firstCalls.clear();
}

import { createHash } from "node:crypto";
import { BrokenCircuitError } from "cockatiel";
import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { log } from "~/log.server";
import type { CallOutcome } from "~/metrics/metrics.server";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import {
  CIRCUIT_RETRY_AFTER,
  type CircuitName,
  circuits,
  inCallSpan,
  logFailure,
  recordCall,
} from "./call-outcomes.server";
import { isRepeatable, isTimeout, orAbandon, orAfter, withDeadline, withOneRetry } from "./deadline-and-retry.server";
import { makeAttempt, type Reply } from "./transport.server";
import { tokenRefusal, UpstreamError, type UpstreamErrorFacts } from "./upstream-error";
import {
  buildRequest,
  type Caller,
  type CallInput,
  type CallOptions,
  openAnswer,
  readAnswer,
  refusalOf,
} from "./wire.server";

export type { Caller, CallOptions } from "./wire.server";

/** How long a page waits for the circuit's trial call. */
const TRIAL_WAIT_MS = 200;

/**
 * Calls the payments API, with at most one retry; fails at once while the circuit is open. A purchase call goes on when
 * its buyer stops waiting: it may still succeed, and closing the connection would not undo it.
 * @throws UpstreamError, or the reason of `caller.signal` where the visitor has left
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: Caller,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return inCallSpan(endpoint, circuitOf(caller, options), () => recordedCall(endpoint, input, caller, options));
}

/** A call that needs no account: if the caller's token is refused, it is repeated without it. @throws UpstreamError */
export async function callForAnybody<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: Caller,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { bearer, ...anybody } = caller;
  try {
    return await call(endpoint, input, caller, options);
  } catch (error) {
    if (bearer === undefined || tokenRefusal(error) === undefined) throw error;
    return call(endpoint, input, anybody, options);
  }
}

const circuitOf = (caller: Caller, options: CallOptions): CircuitName => options.circuit ?? caller.circuit ?? "needed";

async function recordedCall<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  caller: Caller,
  options: CallOptions,
): Promise<AnswerOf<E>> {
  const facts: UpstreamErrorFacts = { path: endpoint.path, requestId: caller.requestId };
  const mayWait = !circuits[circuitOf(caller, options)].isOpen;
  const send = async () => answerIn(endpoint, await replyTo(endpoint, input, caller, options), facts);
  const startedAt = performance.now();
  try {
    const answer = await withToken(caller, facts, mayWait, send);
    recordCall(endpoint, "ok", startedAt);
    return answer;
  } catch (error) {
    const failure = asUpstreamError(error, facts);
    recordCall(endpoint, callOutcomeOf(failure), startedAt, failure);
    if (failure instanceof UpstreamError && !(failure instanceof KnownRefusal)) logFailure(failure, caller.purchase);
    const refusal = caller.bearer === undefined ? undefined : tokenRefusal(failure);
    if (refusal !== undefined) caller.onTokenRefused?.(refusal);
    throw failure;
  }
}

function callOutcomeOf(failure: unknown): CallOutcome {
  if (failure instanceof KnownRefusal) return "not_sent";
  if (!(failure instanceof UpstreamError)) return "left";
  const { kind, status = 0 } = failure;
  return kind === "refused" && status >= 500 ? "server_error" : kind;
}

async function replyTo(
  endpoint: Endpoint,
  input: { query?: unknown; body?: unknown },
  caller: Caller,
  options: CallOptions,
): Promise<Reply> {
  const circuit = circuits[circuitOf(caller, options)];
  const isTrial = circuit.isOpen && endpoint.repeat === "always";
  const request = buildRequest(endpoint, input, caller, options);
  const facts = { path: endpoint.path, requestId: caller.requestId };
  const { usefulMs, waitMs, ceilingMs } = timesOf(endpoint, options, circuit.isOpen);
  const reply = withDeadline(ceilingMs, (deadline) =>
    withDeadline(usefulMs, (useful) => {
      const attempt = () => circuit.run(() => makeAttempt(request, { callerSignal: caller.signal, deadline }, facts));
      return isRepeatable(endpoint, options) ? withOneRetry(attempt, useful) : attempt();
    }),
  );
  if (isTrial) return waitBriefly(reply);
  return waitMs < ceilingMs ? withDeadline(waitMs, (waited) => orAbandon(reply, waited)) : reply;
}

interface CallTimes {
  /** A failure after this time is not retried: nobody waits for the second answer any more. */
  usefulMs: number;
  /** How long the caller waits for the answer. */
  waitMs: number;
  /** When the call itself is given up. */
  ceilingMs: number;
}

/** The trial call of an open circuit is short, because all other calls are refused until it ends. */
function timesOf(endpoint: Endpoint, { timeoutMs, runsOnMs }: CallOptions, isTrial: boolean): CallTimes {
  const { readMs, purchaseWaitMs, purchaseCeilingMs } = env();
  const isPurchase = endpoint.repeat === "with-key";
  const usefulMs = timeoutMs ?? (isPurchase ? purchaseWaitMs : readMs);
  const longest = runsOnMs ?? (isPurchase && timeoutMs === undefined ? purchaseCeilingMs : usefulMs);
  const ceilingMs = isTrial ? usefulMs : Math.max(usefulMs, longest);
  return { usefulMs, waitMs: runsOnMs === undefined ? usefulMs : ceilingMs, ceilingMs };
}

/** The trial call goes on after this wait, and closes the circuit if it succeeds. */
async function waitBriefly(trial: Promise<Reply>): Promise<Reply> {
  return withDeadline(TRIAL_WAIT_MS, async (waited) => {
    try {
      return await orAbandon(trial, waited);
    } catch (error) {
      throw waited.aborted ? new BrokenCircuitError() : error;
    }
  });
}

function answerIn<E extends Endpoint>(endpoint: E, reply: Reply, facts: UpstreamErrorFacts): AnswerOf<E> {
  const { status, body, retryAfter } = reply;
  const opened = status < 300 ? openAnswer(body, status) : { refusal: refusalOf(body, status) };
  if ("refusal" in opened) {
    throw new UpstreamError("refused", { ...facts, status, apiError: opened.refusal, retryAfter });
  }
  const read = readAnswer(endpoint, opened.answer);
  if (!read.ok) throw new UpstreamError("malformed", { ...facts, status, cause: read.error });
  if (read.leftOut.length > 0) log.warn({ ...facts, reasons: read.leftOut.slice(0, 5) }, "odd items were left out");
  return read.answer;
}

function asUpstreamError(error: unknown, facts: UpstreamErrorFacts): unknown {
  if (error instanceof BrokenCircuitError) {
    return new UpstreamError("circuit_open", { ...facts, retryAfter: CIRCUIT_RETRY_AFTER });
  }
  // Only the page's deadline can end here: a timeout of the call itself was already named by its attempt.
  return isTimeout(error) ? new UpstreamError("timeout", { ...facts, cause: error }) : error;
}

/**
 * Waits for a shared call until this visitor leaves or their page's deadline passes; the call goes on.
 * @throws UpstreamError of kind timeout where the deadline has passed
 */
export async function waitForShared<T>(
  sharedCall: Promise<T>,
  { signal, requestId, purchase }: Caller,
  path: string,
  ms = env().readMs,
): Promise<T> {
  try {
    return await withDeadline(ms, (waited) =>
      orAbandon(sharedCall, AbortSignal.any(signal ? [signal, waited] : [waited])),
    );
  } catch (error) {
    const failure = asUpstreamError(error, { path, requestId });
    // The shared call logs its own failures; only this visitor's timeout is logged here.
    if (failure instanceof UpstreamError && failure !== error) logFailure(failure, purchase);
    throw failure;
  }
}

/** A call with a refused token is not sent so long; a token that was refused by mistake is tried again after that. */
const REFUSED_MS = 60_000;
/** Calls with a token that was good so recently do not wait for each other. */
const ACCEPTED_MS = 10 * 60_000;
/** How long calls wait for the first one with a token nobody knows yet. */
const FIRST_CALL_MS = 250;

interface TokenVerdict {
  /** Undefined: the token is good. */
  refusal: UpstreamError | undefined;
}

const clock = { now: () => Date.now() };
/** By the hash of app and token: tokens themselves are stored nowhere. */
const verdicts = new LRUCache<string, TokenVerdict>({ max: 10_000, ttl: REFUSED_MS, ttlResolution: 0, perf: clock });
/** The first calls with tokens nobody knows yet, until they end. */
const firstCalls = new Map<string, Promise<void>>();

/**
 * Makes a call with the caller's token, unless the payments API has refused that token within the last minute. Of several
 * calls that begin side by side with a token nobody knows, one finds out, and the others wait a moment for it.
 * @param mayWait false where the call must not lose any time
 * @throws UpstreamError of kind refused, as the payments API said it, without asking again; else what `send` throws
 */
async function withToken<T>(
  caller: Caller,
  facts: UpstreamErrorFacts,
  mayWait: boolean,
  send: () => Promise<T>,
): Promise<T> {
  if (caller.bearer === undefined) return send();
  const token = createHash("sha256").update(`${caller.appType} ${caller.bearer}`).digest("base64");
  const firstCall = firstCalls.get(token);
  if (firstCall !== undefined && mayWait && !verdicts.has(token)) await orAfter(firstCall, FIRST_CALL_MS, undefined);
  const refusal = verdicts.get(token)?.refusal;
  if (refusal !== undefined) throw new KnownRefusal(refusal, facts);
  const answer = send();
  const recorded = recordVerdict(token, answer);
  if (!firstCalls.has(token)) {
    firstCalls.set(token, recorded);
    recorded.finally(() => firstCalls.delete(token));
  }
  return answer;
}

/** A refusal that is known from an earlier call, so that this one was never sent. */
class KnownRefusal extends UpstreamError {
  constructor({ status, apiError }: UpstreamError, { path, requestId }: UpstreamErrorFacts) {
    super("refused", { path, requestId, status, apiError });
  }
}

/** Remembers what a call has shown of its token. Never throws. */
async function recordVerdict(token: string, call: Promise<unknown>): Promise<void> {
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

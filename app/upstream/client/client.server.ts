import { BrokenCircuitError } from "cockatiel";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { type CallOutcome, endpointLabel, upstreamCalls, upstreamSeconds } from "~/metrics/metrics.server";
import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import { readAnswer } from "./answers/answer-reader";
import { openAnswer, refusalOf } from "./answers/envelope.server";
import { makeAttempt } from "./attempt.server";
import { inCallSpan, noteOutcome } from "./call-span.server";
import { CIRCUIT_RETRY_AFTER } from "./circuit.server";
import { isTimeout, orAbandon, startDeadline } from "./deadline.server";
import { buildRequest, type Caller, type CallOptions, type Sent } from "./request.server";
import { isRepeatable, withOneRetry } from "./retry.server";
import { tokenRefusal } from "./token-refusal.server";
import { KnownRefusal, withToken } from "./token-verdicts.server";
import type { Reply } from "./transport.server";
import { type CircuitName, circuits } from "./upstream-circuits.server";
import { UpstreamError, type UpstreamErrorFacts } from "./upstream-error";

export type { Caller, CallOptions, Sent } from "./request.server";

/** How long a page waits for the circuit's trial call. */
const TRIAL_PATIENCE_MS = 200;

/**
 * Calls the payments API, with at most one retry; fails at once while the circuit is open. A purchase call goes on when
 * its buyer stops waiting: it may still succeed, and closing the connection would not undo it.
 * @throws UpstreamError, or the reason of `caller.signal` where the visitor has left
 */
export function call<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  caller: Caller,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return inCallSpan(endpoint, circuitOf(caller, options), () => makeCall(endpoint, sent, caller, options));
}

const circuitOf = (caller: Caller, options: CallOptions): CircuitName => options.circuit ?? caller.circuit ?? "needed";

async function makeCall<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  caller: Caller,
  options: CallOptions,
): Promise<AnswerOf<E>> {
  const facts: UpstreamErrorFacts = { path: endpoint.path, requestId: caller.requestId };
  const mayWait = !circuits[circuitOf(caller, options)].isOpen;
  const send = async () => answerIn(endpoint, await ask(endpoint, sent, caller, options), facts);
  const startedAt = performance.now();
  try {
    const answer = await withToken(caller, facts, mayWait, send);
    count(endpoint, "ok", startedAt);
    return answer;
  } catch (error) {
    const told = tell(error, facts);
    count(endpoint, outcomeOf(told), startedAt, told);
    if (told instanceof UpstreamError && !(told instanceof KnownRefusal)) report(told);
    const refusal = caller.bearer === undefined ? undefined : tokenRefusal(told);
    if (refusal !== undefined) caller.onTokenRefused?.(refusal);
    throw told;
  }
}

function count({ path }: Endpoint, outcome: CallOutcome, startedAt: number, failure?: unknown): void {
  noteOutcome(outcome, failure);
  const endpoint = endpointLabel(path);
  upstreamCalls.add({ endpoint, outcome });
  upstreamSeconds.observe({ endpoint }, (performance.now() - startedAt) / 1_000);
}

function outcomeOf(told: unknown): CallOutcome {
  if (told instanceof KnownRefusal) return "not_sent";
  if (!(told instanceof UpstreamError)) return "left";
  const { kind, status = 0 } = told;
  return kind === "refused" && status >= 500 ? "server_error" : kind;
}

interface Untyped {
  query?: unknown;
  body?: unknown;
}

async function ask(endpoint: Endpoint, sent: Untyped, caller: Caller, options: CallOptions): Promise<Reply> {
  const circuit = circuits[circuitOf(caller, options)];
  const isTrial = circuit.isOpen && endpoint.repeat === "always";
  const request = buildRequest(endpoint, sent, caller, options);
  const facts = { path: endpoint.path, requestId: caller.requestId };
  const { usefulMs, waitMs, ceilingMs } = timesOf(endpoint, options, circuit.isOpen);
  const reply = within(ceilingMs, (deadline) =>
    within(usefulMs, (patience) => {
      const attempt = () => circuit.run(() => makeAttempt(request, { callerSignal: caller.signal, deadline }, facts));
      return isRepeatable(endpoint, options) ? withOneRetry(attempt, patience) : attempt();
    }),
  );
  if (isTrial) return waitBriefly(reply);
  return waitMs < ceilingMs ? within(waitMs, (patience) => orAbandon(reply, patience)) : reply;
}

interface Times {
  /** A failure after this time is not retried: nobody waits for the second answer any more. */
  usefulMs: number;
  /** How long the caller waits for the answer. */
  waitMs: number;
  /** When the call itself is given up. */
  ceilingMs: number;
}

/** The trial call of an open circuit is short, because all other calls are refused until it ends. */
function timesOf(endpoint: Endpoint, { timeoutMs, runsOnMs }: CallOptions, isTrial: boolean): Times {
  const { readMs, purchaseWaitMs, purchaseCeilingMs } = env();
  const isPurchase = endpoint.repeat === "with-key";
  const usefulMs = timeoutMs ?? (isPurchase ? purchaseWaitMs : readMs);
  const longest = runsOnMs ?? (isPurchase && timeoutMs === undefined ? purchaseCeilingMs : usefulMs);
  const ceilingMs = isTrial ? usefulMs : Math.max(usefulMs, longest);
  return { usefulMs, waitMs: runsOnMs === undefined ? usefulMs : ceilingMs, ceilingMs };
}

async function within<T>(ms: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = startDeadline(ms);
  try {
    return await work(deadline.signal);
  } finally {
    deadline.clear();
  }
}

/** The trial call goes on after this wait, and closes the circuit if it succeeds. */
async function waitBriefly(trial: Promise<Reply>): Promise<Reply> {
  return within(TRIAL_PATIENCE_MS, async (patience) => {
    try {
      return await orAbandon(trial, patience);
    } catch (error) {
      throw patience.aborted ? new BrokenCircuitError() : error;
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

function tell(error: unknown, facts: UpstreamErrorFacts): unknown {
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
  { signal, requestId }: Caller,
  path: string,
  ms = env().readMs,
): Promise<T> {
  try {
    return await within(ms, (patience) =>
      orAbandon(sharedCall, AbortSignal.any(signal ? [signal, patience] : [patience])),
    );
  } catch (error) {
    const told = tell(error, { path, requestId });
    // The shared call logs its own failures; only this visitor's timeout is logged here.
    if (told instanceof UpstreamError && told !== error) report(told);
    throw told;
  }
}

/** Calls refused by the open circuit are logged at debug level: there may be thousands, after one warning. */
function report(err: UpstreamError): void {
  const { path, requestId, kind } = err;
  log[kind === "circuit_open" ? "debug" : "warn"]({ path, requestId, kind, err }, "upstream call failed");
}

import { BrokenCircuitError } from "cockatiel";
import { env } from "~/env.server";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { recordRetry } from "./call-outcomes.server";
import type { Reply } from "./transport.server";
import { UpstreamError } from "./upstream-error";
import type { CallOptions } from "./wire.server";

interface Deadline {
  readonly signal: AbortSignal;
  clear(): void;
}

/** Aborts its signal with a TimeoutError after `ms`. Unlike AbortSignal.timeout it can be cleared and tested. */
function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException(`No answer within ${ms} ms`, "TimeoutError")), ms);
  timer.unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** The work's outcome; its signal aborts after `ms`. */
export async function withDeadline<T>(ms: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = startDeadline(ms);
  try {
    return await work(deadline.signal);
  } finally {
    deadline.clear();
  }
}

/** The signal for all calls of one page: aborts when the visitor leaves or after PAGE_TIMEOUT_MS. */
export function pageDeadline(requestSignal: AbortSignal, ms = env().pageMs): AbortSignal {
  return AbortSignal.any([requestSignal, startDeadline(ms).signal]);
}

/** True for the error a deadline aborts with. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

/** The promise's outcome, or the signal's reason if that comes first. The work itself goes on. */
export async function orAbandon<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stopWaiting = () => {};
  const abandoned = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(signal.reason);
    if (signal.aborted) stopWaiting();
    else signal.addEventListener("abort", stopWaiting, { once: true });
  });
  return Promise.race([work, abandoned]).finally(() => signal.removeEventListener("abort", stopWaiting));
}

/** The promise's outcome, or `otherwise` if that takes longer than `ms`. The work itself goes on. */
export async function orAfter<T, U>(work: Promise<T>, ms: number, otherwise: U): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<U>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

/** Waits; rejects with the signal's reason if it aborts first. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return orAbandon(elapsed, signal).finally(() => clearTimeout(timer));
}

interface Tries {
  /** Before each further try, in milliseconds. */
  pauses: readonly number[];
  /** Aborts when the process ends: then there are no pauses any more. */
  ending: AbortSignal;
  /** How many tries there are in all where it ends. */
  triesAtEnd: number;
}

/** Tries until there is a result, once more after each pause; undefined: there never was one. @throws what `attempt` throws */
export async function tryAgain<T>(
  attempt: () => Promise<T | undefined>,
  { pauses, ending, triesAtEnd }: Tries,
): Promise<T | undefined> {
  for (let tries = 1; ; tries += 1) {
    const result = await attempt();
    const ms = pauses[tries - 1];
    if (result !== undefined || ms === undefined || (ending.aborted && tries >= triesAtEnd)) return result;
    await pause(ms, ending).catch(() => {});
  }
}

const MAX_JITTER_MS = 500;
const MAX_RETRY_AFTER_SECONDS = 1;
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/** Whether a call may be sent twice without harm. */
export function isRepeatable({ repeat }: Endpoint, { idempotencyKey, isKeyHonoured }: CallOptions): boolean {
  return repeat === "always" || (repeat === "with-key" && idempotencyKey !== undefined && isKeyHonoured === true);
}

/** Makes an attempt and, if the failure may be temporary and time and budget allow it, a second one. */
export async function withOneRetry(attempt: () => Promise<Reply>, deadline: AbortSignal): Promise<Reply> {
  retryBudget.countCall();
  const first = await outcomeOf(attempt);
  const wait = waitAfter(first);
  if (wait === undefined || deadline.aborted || !retryBudget.spend()) return replyOf(first);
  try {
    await pause(wait, deadline);
    recordRetry();
    return await attempt();
  } catch (error) {
    // If the second attempt was not made after all, the first one's failure is reported.
    if (deadline.reason === error || error instanceof BrokenCircuitError) return replyOf(first);
    throw error;
  }
}

type AttemptOutcome = { reply: Reply } | { error: unknown };

async function outcomeOf(attempt: () => Promise<Reply>): Promise<AttemptOutcome> {
  try {
    return { reply: await attempt() };
  } catch (error) {
    return { error };
  }
}

function replyOf(outcome: AttemptOutcome): Reply {
  if ("error" in outcome) throw outcome.error;
  return outcome.reply;
}

/** Milliseconds to wait before a retry (full jitter); undefined: no retry. */
function waitAfter(outcome: AttemptOutcome): number | undefined {
  const jitter = Math.random() * MAX_JITTER_MS;
  if ("error" in outcome) return isBrokenConnection(outcome.error) ? jitter : undefined;
  const { status, retryAfter = 0 } = outcome.reply;
  if (!PASSING_STATUSES.includes(status) || retryAfter > MAX_RETRY_AFTER_SECONDS) return undefined;
  return Math.max(retryAfter * 1_000, jitter);
}

const isBrokenConnection = (error: unknown) => error instanceof UpstreamError && error.kind === "unreachable";

/**
 * Limits retries to a tenth of the calls, so that an API in trouble does not get twice the traffic.
 * Each call adds a tenth of a retry; the initial reserve lets a site with little traffic retry, too.
 */
export class RetryBudget {
  private tokens: number;

  constructor(
    private readonly share = 0.1,
    private readonly reserve = 10,
  ) {
    this.tokens = reserve;
  }

  countCall(): void {
    this.tokens = Math.min(this.reserve, this.tokens + this.share);
  }

  /** Takes one retry out, if there is one. */
  spend(): boolean {
    // Ten times 0.1 is slightly less than 1 in floating point.
    if (this.tokens < 1 - 1e-9) return false;
    this.tokens = Math.max(0, this.tokens - 1);
    return true;
  }

  refill(): void {
    this.tokens = this.reserve;
  }
}

/** One budget for the whole process, to protect the API. */
export const retryBudget = new RetryBudget();

import { env } from "~/env.server";

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

import { BrokenCircuitError } from "cockatiel";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { noteRetry } from "./call-span.server";
import { pause } from "./deadline.server";
import type { CallOptions } from "./request.server";
import { RetryBudget } from "./retry-budget.server";
import type { Reply } from "./transport.server";
import { UpstreamError } from "./upstream-error";

const MAX_JITTER_MS = 500;
const MAX_RETRY_AFTER_SECONDS = 1;
const PASSING_STATUSES: readonly number[] = [502, 503, 504];

/** One budget for the whole process, to protect the API. */
export const retryBudget = new RetryBudget();

/** Whether a call may be sent twice without harm. */
export function isRepeatable({ repeat }: Endpoint, { idempotencyKey, isKeyHonoured }: CallOptions): boolean {
  return repeat === "always" || (repeat === "with-key" && idempotencyKey !== undefined && isKeyHonoured === true);
}

/** Makes an attempt and, if the failure may be temporary and time and budget allow it, a second one. */
export async function withOneRetry(attempt: () => Promise<Reply>, deadline: AbortSignal): Promise<Reply> {
  retryBudget.noteCall();
  const first = await settle(attempt);
  const wait = waitAfter(first);
  if (wait === undefined || deadline.aborted || !retryBudget.spend()) return outcome(first);
  try {
    await pause(wait, deadline);
    noteRetry();
    return await attempt();
  } catch (error) {
    // If the second attempt was not made after all, the first one's failure is reported.
    if (deadline.reason === error || error instanceof BrokenCircuitError) return outcome(first);
    throw error;
  }
}

type Settled = { reply: Reply } | { error: unknown };

async function settle(attempt: () => Promise<Reply>): Promise<Settled> {
  try {
    return { reply: await attempt() };
  } catch (error) {
    return { error };
  }
}

function outcome(settled: Settled): Reply {
  if ("error" in settled) throw settled.error;
  return settled.reply;
}

/** Milliseconds to wait before a retry (full jitter); undefined: no retry. */
function waitAfter(settled: Settled): number | undefined {
  const jitter = Math.random() * MAX_JITTER_MS;
  if ("error" in settled) return isBrokenConnection(settled.error) ? jitter : undefined;
  const { status, retryAfter = 0 } = settled.reply;
  if (!PASSING_STATUSES.includes(status) || retryAfter > MAX_RETRY_AFTER_SECONDS) return undefined;
  return Math.max(retryAfter * 1_000, jitter);
}

const isBrokenConnection = (error: unknown) => error instanceof UpstreamError && error.kind === "unreachable";

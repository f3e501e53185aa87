import { BodyError } from "./answers/answer-body.server";
import { exchange, type Reply, type UpstreamRequest } from "./transport.server";
import { UpstreamError, type UpstreamErrorFacts } from "./upstream-error";

interface Limits {
  /** The caller's own signal; aborting it says nothing about the API's health. */
  callerSignal: AbortSignal | undefined;
  deadline: AbortSignal;
}

/**
 * Sends a request once and names the kind of failure.
 * @throws UpstreamError of kind timeout, unreachable or malformed; the caller's reason where its signal aborted.
 */
export async function makeAttempt(request: UpstreamRequest, limits: Limits, facts: UpstreamErrorFacts): Promise<Reply> {
  const { callerSignal, deadline } = limits;
  try {
    return await exchange(request, AbortSignal.any(callerSignal ? [deadline, callerSignal] : [deadline]));
  } catch (cause) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    if (deadline.aborted) throw new UpstreamError("timeout", { ...facts, cause });
    if (cause instanceof BodyError) throw new UpstreamError("malformed", { ...facts, cause });
    // fetch throws a TypeError for every connection failure.
    if (cause instanceof TypeError) throw new UpstreamError("unreachable", { ...facts, cause });
    throw cause;
  }
}

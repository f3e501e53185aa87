import type { AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import { type Caller, type CallOptions, call, type Sent } from "./client.server";
import { tokenRefusal } from "./token-refusal.server";

/** A call that needs no account: if the caller's token is refused, it is repeated without it. @throws UpstreamError */
export async function callForAnybody<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  caller: Caller,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  const { bearer, ...anybody } = caller;
  try {
    return await call(endpoint, sent, caller, options);
  } catch (error) {
    if (bearer === undefined || tokenRefusal(error) === undefined) throw error;
    return call(endpoint, sent, anybody, options);
  }
}

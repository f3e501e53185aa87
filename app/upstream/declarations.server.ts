import { type Caller, call } from "~/upstream/client/client.server";
import { declare } from "./contract/declarations";
import type { AnswerOf, BodyOf } from "./contract/endpoint";

/**
 * Hands a declaration on, without the visitor's own token; the same key is the same declaration. The call goes on when nobody waits for
 * it any more.
 * @throws UpstreamError; see wasNeverTaken for whether it may have arrived
 */
export async function sendDeclaration(
  body: BodyOf<typeof declare>,
  key: string,
  { bearer, ...anybody }: Caller,
): Promise<AnswerOf<typeof declare>> {
  const options = { circuit: "subscriptions", idempotencyKey: key, isKeyHonoured: true } as const;
  return call(declare, { body }, { ...anybody, signal: undefined }, options);
}

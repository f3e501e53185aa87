import { type Caller, call } from "./client.server";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import { anonymousSignup } from "./contract/sign-up";

export type SignedUp = AnswerOf<typeof anonymousSignup>;

/** Makes an account of an e-mail address, or signs in to the one there is. Sent without the visitor's own token. @throws UpstreamError */
export async function signUp(body: BodyOf<typeof anonymousSignup>, { bearer, ...anybody }: Caller): Promise<SignedUp> {
  return call(anonymousSignup, { body }, anybody);
}

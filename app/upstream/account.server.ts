import { type Caller, call } from "./client.server";
import type { BodyOf } from "./contract/endpoint";
import { anonymousSignup } from "./contract/sign-up";

/** A token that a sign-up gave. Nobody has proven yet that the address is theirs. */
export interface SignedUp {
  token: string;
  userId: number | undefined;
  /** The sign-up made the account. Otherwise the API does not say whether it was there before, and whose it is. */
  isNew: boolean;
  /** Seconds for which the token is good, where the API says so. */
  expiresIn: number | undefined;
}

type SignUpResult = { kind: "signedUp"; account: SignedUp } | { kind: "existing"; isLinkSent: boolean };

/**
 * Signs up with an e-mail address, without the visitor's own token. Whoever types the address of an account that exists is not
 * signed in to it, whatever the API answers: anybody can type an address. @throws UpstreamError
 */
export async function signUp(
  body: BodyOf<typeof anonymousSignup>,
  { bearer, ...anybody }: Caller,
): Promise<SignUpResult> {
  const { token, is_new, link_sent = false, user_id, expires_in } = await call(anonymousSignup, { body }, anybody);
  if (token === undefined || is_new === false || link_sent) return { kind: "existing", isLinkSent: link_sent };
  return { kind: "signedUp", account: { token, userId: user_id, isNew: is_new === true, expiresIn: expires_in } };
}

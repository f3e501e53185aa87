import { type Caller, call } from "~/upstream/client/client.server";
import type { BodyOf } from "./contract/endpoint";
import { anonymousSignup } from "./contract/sign-up";

/** A token from a sign-up. Nothing proves yet that the visitor owns the address. */
export interface SignedUp {
  token: string;
  userId: number | undefined;
  /** The sign-up made the account. False where the API does not say so: it may be older and somebody else's. */
  isNew: boolean;
  /** Seconds for which the token is valid, where the API says so. */
  expiresIn: number | undefined;
}

type SignUpResult = { kind: "signedUp"; account: SignedUp } | { kind: "existing"; isLinkSent: boolean };

/**
 * Signs up with an e-mail address, without the visitor's own token. If the address already has an account, nobody is
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

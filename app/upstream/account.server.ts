import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Caller, call } from "~/upstream/client/client.server";
import { givenAnswers } from "./answer-cache.server";
import type { AnswerOf, BodyOf } from "./contract/endpoint";
import { anonymousSignup, profile } from "./contract/visitor";

/** A token from a sign-up. Nothing proves that the visitor owns the address. */
export interface SignedUp {
  token: string;
  userId: number | undefined;
  /** Seconds for which the token is valid, where the API says so. */
  expiresIn: number | undefined;
}

/** `mailed`: a link that signs in went to the address. `existing`: it has an account, to which the API mails no link. */
type SignUpResult = { kind: "signedUp"; account: SignedUp } | { kind: "mailed" | "existing" };

/**
 * Signs up with an e-mail address, without the visitor's own token. Where a link was mailed nothing else that the API answers counts,
 * so that it says nothing of whether the address was known. An account that existed signs nobody in: anybody can type an address.
 * @throws UpstreamError
 */
export async function signUp(
  body: BodyOf<typeof anonymousSignup>,
  { bearer, ...anybody }: Caller,
): Promise<SignUpResult> {
  const { token, is_new, link_sent, user_id, expires_in } = await call(anonymousSignup, { body }, anybody);
  if (link_sent === true) return { kind: "mailed" };
  if (token === undefined || is_new === false) return { kind: "existing" };
  return { kind: "signedUp", account: { token, userId: user_id, expiresIn: expires_in } };
}

export type Profile = AnswerOf<typeof profile>;

const DAY_S = 86_400;

/** The day on which its plan ends, since 1970; 0: none runs. A day, not a moment, is the same each time it is asked for. */
export const lastDayOf = ({ vip }: Profile): number =>
  vip.remain_time === 0 ? 0 : Math.floor((Date.now() / 1000 + vip.remain_time) / DAY_S);

/** The account of the caller's token; never cached. Optional for every page. @throws UpstreamError */
export async function loadProfile(caller: Caller): Promise<Profile> {
  const { member } = givenAnswers() ?? {};
  return member?.profile ?? call(profile, {}, caller, { circuit: "optional" });
}

/** By app and token, of which only a hash is stored. */
const handedOn = new LRUCache<string, Profile>({
  max: 2_000,
  ttl: 15_000,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

/** Names the account of the caller's token, without saying which it is. */
export const memberKey = ({ appType, bearer = "" }: Caller): string =>
  createHash("sha256").update(`${appType} ${bearer}`).digest("base64");

/** The page that an app's link leads to need not ask again what the redirect to it has just asked. */
export const handOnProfile = (caller: Caller, answer: Profile): void => void handedOn.set(memberKey(caller), answer);

/** What was handed on; once. */
export function takeProfile(caller: Caller): Profile | undefined {
  const found = handedOn.get(memberKey(caller));
  handedOn.delete(memberKey(caller));
  return found;
}

/** For tests. */
export const forgetProfiles = (): void => handedOn.clear();

import type { SignedUp } from "~/upstream/account.server";
import { cookieHeader, expiredCookie } from "~/visitor/browser/cookies.server";
import { type Session, sessionCookie } from "~/visitor/session.server";

const LONGEST_SECONDS = 400 * 24 * 60 * 60;

/** Set-Cookie headers after a sign-up: its token is the bearer, and the session of a link for somebody else ends. */
export function signedUp({ token, user_id, expires_in }: SignedUp, session: Session | undefined): string[] {
  const seconds = expires_in === undefined ? undefined : Math.min(expires_in, LONGEST_SECONDS);
  const isOther = session !== undefined && session.user_id !== user_id;
  return [cookieHeader("paypal_token", token, seconds), ...(isOther ? [expiredCookie("session")] : [])];
}

/** Nobody is signed in any more; which app the visitor came from stays known. */
export const signedOut = (): string[] => [expiredCookie("paypal_token"), expiredCookie("session")];

/** The visitor goes on without their account, and is not asked again. Their receipts are still those of the link. */
export async function stayingLoggedOut(session: Session | undefined): Promise<string[]> {
  const kept = session === undefined ? [] : [await sessionCookie({ ...session, isLoggedOut: true })];
  return [expiredCookie("paypal_token"), ...kept];
}

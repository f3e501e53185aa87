import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/log.server";
import type { SignedUp } from "~/upstream/account.server";
import type { Caller } from "~/upstream/client.server";
import { tokenRefusal } from "~/upstream/token-refusal.server";
import { UpstreamError } from "~/upstream/upstream-error";
import { loadProfile, type Profile } from "~/upstream/visitor-facts.server";
import { cookieHeader, expiredCookie } from "~/visitor/browser/cookies.server";
import { isUntried, type Session, sessionCookie } from "~/visitor/session.server";
import { visitorOf } from "~/visitor/visitor.server";

/**
 * What the visitor's token is worth. `over`: the session has ended, and its cookies go. `loggedOut`: the visitor is asked
 * whether to stay or to log in again. `unknown`: the payments API cannot say, so the page goes on without an account.
 */
export type Auth = { kind: "anonymous" | "over" | "loggedOut" | "unknown" } | { kind: "member"; profile: Profile };

/** The auth of a request and the Set-Cookie headers that follow from it. */
interface Authenticated {
  auth: Auth;
  cookies: string[];
}

/** Asks the payments API for the account behind a caller's token. Never throws UpstreamError. */
async function authenticate(caller: Caller): Promise<Auth> {
  if (caller.bearer === undefined) return { kind: "anonymous" };
  try {
    return { kind: "member", profile: await loadProfile(caller) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const refusal = tokenRefusal(error);
    if (refusal !== undefined) return { kind: refusal };
    log.warn({ requestId: caller.requestId, reason: error.kind }, "profile not available: the page goes on without");
    return { kind: "unknown" };
  }
}

/** The token of a link is good only for the user whom the link names. */
export async function authenticateLink(session: Session, caller: Caller): Promise<Auth> {
  const auth = await authenticate({ ...caller, bearer: session.token });
  return auth.kind === "member" && auth.profile.user_id !== session.user_id ? { kind: "over" } : auth;
}

/** Remix gives each loader a Request of its own; the context is what the loaders of one request share. */
const known = new WeakMap<object, Promise<Authenticated>>();

/** The auth middleware: turns the token into a profile, at most once a request, however many loaders ask. */
export function authOf(args: Pick<LoaderFunctionArgs, "request" | "context">): Promise<Authenticated> {
  const found = known.get(args.context) ?? findAuth(args.request);
  known.set(args.context, found);
  return found;
}

/** A call has shown that the token is no good: for the rest of the request nobody is signed in, and these cookies say so. */
export function endAuth({ context }: Pick<LoaderFunctionArgs, "context">, cookies: string[]): void {
  known.set(context, Promise.resolve({ auth: { kind: "anonymous" }, cookies }));
}

/** The account the visitor is signed in to. */
export async function profileOf(args: Pick<LoaderFunctionArgs, "request" | "context">): Promise<Profile | undefined> {
  const { auth } = await authOf(args);
  return auth.kind === "member" ? auth.profile : undefined;
}

async function findAuth(request: Request): Promise<Authenticated> {
  const { caller, session } = await visitorOf(request);
  // The link came while the payments API could not judge its token, so that is made up for.
  const isLate = caller.bearer === undefined && session !== undefined && isUntried(session);
  const auth = isLate ? await authenticateLink(session, caller) : await authenticate(caller);
  if (auth.kind === "over") return { auth, cookies: [expiredCookie("paypal_token"), expiredCookie("session")] };
  const isAdopted = isLate && auth.kind === "member";
  return { auth, cookies: isAdopted ? [cookieHeader("paypal_token", session.token)] : [] };
}

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

import type { LoaderFunctionArgs } from "@remix-run/node";
import { log } from "~/log.server";
import { handOnProfile, loadProfile, type Profile, type SignedUp } from "~/upstream/account.server";
import type { Caller } from "~/upstream/client/client.server";
import { type TokenRefusal, tokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { endSealed, signUpCookies } from "~/visitor/sealed-cookies.server";
import { isUntried, type Session, sessionCookie, sessionOf } from "~/visitor/session.server";
import { refusalIn, type Visitor, visitorOf } from "~/visitor/visitor.server";

/**
 * The state of the visitor's token. `over`: not valid any more, and its cookies are deleted. `loggedOut`: the visitor
 * is asked whether to stay or to log in again. `unknown`: the payments API could not say, so the page has no account.
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
    if (refusal !== undefined) {
      log.info({ requestId: caller.requestId, reason: refusal }, "a token was refused");
      return { kind: refusal };
    }
    log.warn({ requestId: caller.requestId, reason: error.kind }, "profile not available: the page goes on without");
    return { kind: "unknown" };
  }
}

/** A link's token is accepted only for the user whom the link names. */
export async function authenticateLink(session: Session, caller: Caller): Promise<Auth> {
  const member = { ...caller, bearer: session.token };
  const auth = await authenticate(member);
  if (auth.kind !== "member") return auth;
  if (auth.profile.user_id !== session.user_id) return { kind: "over" };
  handOnProfile(member, auth.profile);
  return auth;
}

type DocumentArgs = Pick<LoaderFunctionArgs, "request" | "context">;

/** Remix gives each loader its own Request; only the context is shared by the loaders of one request. */
const authenticated = new WeakMap<object, Promise<Authenticated>>();

/** The auth middleware: loads the token's profile, at most once a request, for any number of loaders. */
export function authOf(args: DocumentArgs): Promise<Authenticated> {
  const found = authenticated.get(args.context) ?? findAuth(args.request);
  authenticated.set(args.context, found);
  return found;
}

/** A loader or action that runs beside the root loader, with its own Request. */
interface Handler {
  request: Request;
  done: Promise<unknown>;
}
const handlers = new WeakMap<object, Handler[]>();
const handlersOf = ({ context }: Pick<DocumentArgs, "context">): Handler[] => handlers.get(context) ?? [];

/**
 * Wraps a page's loader or action whose calls may refuse the token. Remix starts all loaders of a document at once, so
 * when the root loader has loaded the profile, all others are registered here.
 */
export function watchingToken<Data>(handle: (args: LoaderFunctionArgs) => Promise<Data>) {
  return (args: LoaderFunctionArgs): Promise<Data> => {
    const done = handle(args);
    handlers.set(args.context, [...handlersOf(args), { request: args.request, done }]);
    return done;
  };
}

/**
 * The auth of a whole document: that of `authOf`, updated if any call of the page refused the token. Only for the root
 * loader: it waits for the page's own loader, as the document does anyway.
 */
export async function authOfDocument(args: DocumentArgs): Promise<Authenticated> {
  const found = await authOf(args);
  if (found.auth.kind === "anonymous" || found.auth.kind === "over") return found;
  await Promise.allSettled(handlersOf(args).map(({ done }) => done));
  const refusal = refusalHeard(args);
  return refusal === undefined ? found : refusedAs(refusal, args.request);
}

/** The auth for a response without the root loader: scripts ask for the data of one loader at a time. */
export async function authAfterCalls(args: DocumentArgs): Promise<Authenticated> {
  const found = (await authenticated.get(args.context)) ?? ANONYMOUS;
  const refusal = refusalHeard(args);
  return refusal === undefined || endedSessions.has(args.context) ? found : refusedAs(refusal, args.request);
}

function refusalHeard(args: DocumentArgs): TokenRefusal | undefined {
  const said = [args.request, ...handlersOf(args).map(({ request }) => request)].map(refusalIn);
  return said.find((refusal) => refusal === "over") ?? said.find((refusal) => refusal !== undefined);
}

const refusedAs = (kind: TokenRefusal, request: Request): Authenticated => ({
  auth: { kind },
  cookies: kind === "over" ? signedOut(request) : [],
});

const ANONYMOUS: Authenticated = { auth: { kind: "anonymous" }, cookies: [] };

/** Requests whose action has already decided what happens to the token. */
const endedSessions = new WeakSet<object>();

/** Ends the auth after a call refused the token: nobody is signed in for the rest of the request. */
export function endAuth({ context }: Pick<DocumentArgs, "context">, cookies: string[]): void {
  endedSessions.add(context);
  authenticated.set(context, Promise.resolve({ ...ANONYMOUS, cookies }));
}

/** The account the visitor is signed in to. */
export async function profileOf(args: DocumentArgs): Promise<Profile | undefined> {
  const { auth } = await authOf(args);
  return auth.kind === "member" ? auth.profile : undefined;
}

async function findAuth(request: Request): Promise<Authenticated> {
  const { caller, session, bearerFrom } = await visitorOf(request);
  // The link came while the payments API could not check its token, so it is checked now.
  const isLate = caller.bearer === undefined && session !== undefined && isUntried(session);
  const auth = isLate ? await authenticateLink(session, caller) : await authenticate(caller);
  if (auth.kind === "over") return refusedAs("over", request);
  const isAdopted = isLate && auth.kind === "member";
  return {
    auth: bearerFrom === "signUp" ? sparing(auth) : auth,
    cookies: isAdopted ? [cookieHeader("paypal_token", session.token)] : [],
  };
}

/** Hides all but the typed address: what was bought with it may be somebody else's. */
const sparing = (auth: Auth): Auth => {
  if (auth.kind !== "member") return auth;
  const { user_id, email } = auth.profile;
  return { kind: "member", profile: { user_id, email, vip: { remain_time: 0 } } };
};

/** Set-Cookie headers after a sign-up: its token becomes the bearer, and what belongs to another user ends. */
export async function signedUp(account: SignedUp, request: Request): Promise<string[]> {
  const session = await sessionOf(request);
  const isOther = session !== undefined && session.user_id !== account.userId;
  // Whoever paid here before may be somebody else.
  await endSealed(request, ["signUp", "paidHere", ...(isOther ? (["session"] as const) : [])]);
  const others = [expiredCookie("receipts"), ...(isOther ? [expiredCookie("session")] : [])];
  return [...(await signUpCookies({ token: account.token }, account.expiresIn)), ...others];
}

/** The Set-Cookie headers that delete the token, and what names it. */
const withoutToken = (request: Request): string[] => [
  expiredCookie("paypal_token"),
  ...(cookieOf(request, "signUp") === undefined ? [] : [expiredCookie("signUp")]),
];

/** Signs out; which app the visitor came from is kept. */
export const signedOut = (request: Request): string[] => [...withoutToken(request), expiredCookie("session")];

/** Signs out a visitor who asks for it: nothing of theirs opens any more, in this browser or with a copy of its cookies. */
export async function loggedOut(request: Request): Promise<string[]> {
  await endSealed(request, ["session", "signUp", "paidHere", "orders"]);
  return [...signedOut(request), expiredCookie("receipts"), expiredCookie("orders")];
}

/** Signs out a visitor who logs in again. */
export async function loggingIn(request: Request): Promise<string[]> {
  await endSealed(request, ["session", "signUp"]);
  return signedOut(request);
}

/** Signs out without asking again. The link's session is kept, as one without a token, and with it the receipts. */
export async function stayingLoggedOut(request: Request): Promise<string[]> {
  const session = await sessionOf(request);
  await endSealed(request, ["session", "signUp"]);
  const kept = session === undefined ? [] : [await sessionCookie({ ...session, isLoggedOut: true })];
  return [...withoutToken(request), ...kept];
}

/**
 * The user of the payments API that a visitor acts for, and what shows it. A typed address proves nothing; a link proves what the payments
 * API has accepted.
 */
export type ProvenUser =
  /** The payments API has accepted the token of a link. */
  | { kind: "member"; userId: number; profile: Profile }
  /** It has accepted a sign-up's token, which whoever types an address gets: of this account nothing is shown. */
  | { kind: "signedUp"; userId: number; profile: Profile }
  /** A link names the user, and nobody has accepted it yet: its sign goes along for the payments API to check. */
  | { kind: "linked"; userId: number; signTimestamp: string; sign: string }
  | { kind: "nobody" };

/** @param profile the account behind the visitor's token, where the payments API has told it */
export function provenUser({ session, bearerFrom }: Visitor, profile: Profile | undefined): ProvenUser {
  if (profile !== undefined)
    return { kind: isOfLink(bearerFrom) ? "member" : "signedUp", userId: profile.user_id, profile };
  // Whoever has logged out of a link does not come by it any more.
  if (session === undefined || session.isLoggedOut) return { kind: "nobody" };
  return { kind: "linked", userId: session.user_id, signTimestamp: session.signed_time, sign: session.sign };
}

/** Without a bearer the token was the session's own, accepted in this very request. */
const isOfLink = (from: Visitor["bearerFrom"]): boolean => from === undefined || from === "link";

/** Whether the visitor may be asked about, and shown, what only a member gets: their prices, say. */
export const mayBeMember = ({ bearerFrom }: Visitor): boolean => isOfLink(bearerFrom);

/** The user of the visitor's link, where its token was accepted: the cookie that repeats it is only set then. */
export const acceptedUserId = ({ session, caller }: Visitor): number | undefined =>
  session !== undefined && session.token === caller.bearer ? session.user_id : undefined;

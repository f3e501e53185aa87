import { pageNotFound } from "~/errors/errors.server";
import { log } from "~/log.server";
import { appIn } from "~/visitor/brand/category.server";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { type Auth, authenticateLink } from "~/visitor/identity/auth.server";
import { endSealed } from "~/visitor/sealed-cookies.server";
import { linkIn, type Session, SIGNED_LINK_PARAMS, sessionCookie } from "~/visitor/session.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import type { EntryNote } from "./entry-note";
import { ENTRY_PAGE_PARAM } from "./settle-address.server";

/** The cookies set by an app's link, and the note for the first page. */
export interface Entry {
  note: EntryNote | undefined;
  cookies: string[];
}

export const isEntry = (url: URL): boolean => SIGNED_LINK_PARAMS.some((name) => url.searchParams.has(name));

/**
 * Reads an app's link: its app and its user. The token is kept in a cookie only after the payments API has accepted it;
 * a refused link leaves nobody signed in.
 */
export async function enter(request: Request): Promise<Entry> {
  const url = new URL(request.url);
  const link = linkIn(url);
  if (link.kind === "signed") return enterAs(link.session, request);
  const app = appIn(url);
  if (link.kind === "unreadable") logLink(await visitorOf(request), "unreadable");
  return { note: link.kind === "none" ? undefined : link.kind, cookies: app === undefined ? [] : [appCookie(app)] };
}

const appCookie = (app: number): string => cookieHeader("app", String(app));

/**
 * The link's user replaces whoever was signed in before. Only one whom the payments API has accepted also ends what was paid here, and all
 * copies of these cookies: anybody can write a link and lead somebody to it.
 */
async function enterAs(session: Session, request: Request): Promise<Entry> {
  const visitor = await visitorOf(request);
  const auth = session.token === "" ? undefined : await authenticateLink(session, visitor.caller);
  const isAccepted = auth?.kind === "member";
  if (isAccepted) await endSealed(request, ["session", "signUp", "paidHere"]);
  const always = [
    appCookie(session.app_type),
    ...gone(request, "signUp", ...(isAccepted ? (["receipts"] as const) : [])),
  ];
  logLink(visitor, auth?.kind ?? "withoutToken");
  if (auth?.kind === "over")
    return { note: "expired", cookies: [...always, ...gone(request, "session", "paypal_token")] };
  const token = isAccepted ? [cookieHeader("paypal_token", session.token)] : gone(request, "paypal_token");
  return { note: "app", cookies: [...always, await sessionCookie(session), ...token] };
}

/** Who signs in is known to the payments API by the same reference; here nobody is named. */
function logLink({ requestId, appType }: Visitor, outcome: Auth["kind"] | "withoutToken" | "unreadable"): void {
  log.info({ requestId, appType, outcome }, "an app's link was opened");
}

const gone = (request: Request, ...names: ("session" | "paypal_token" | "signUp" | "receipts")[]): string[] =>
  names.filter((name) => cookieOf(request, name) !== undefined).map((name) => expiredCookie(name));

/** Links `/redirect?to=<page>` are redirected before any loader. @throws a 404 for one whose page is unknown */
export function refuseUnknownPage(request: Request): void {
  const params = new URL(request.url).searchParams;
  if (params.has(ENTRY_PAGE_PARAM) && !params.has("o")) throw pageNotFound(request);
}

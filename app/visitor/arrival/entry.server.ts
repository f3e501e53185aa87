import { pageNotFound } from "~/problem.server";
import { appIn } from "~/visitor/brand/category.server";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { authenticateLink } from "~/visitor/identity/auth.server";
import { linkIn, type Session, SIGNED_LINK_PARAMS, sessionCookie } from "~/visitor/session.server";
import { visitorOf } from "~/visitor/visitor.server";
import type { EntryNote } from "./entry-note";
import { ENTRY_PAGE_PARAM } from "./settle-address.server";

/** What is kept of an app's link, and what the first page is told about it. */
export interface Entry {
  note: EntryNote | undefined;
  cookies: string[];
}

export const isEntry = (url: URL): boolean => SIGNED_LINK_PARAMS.some((name) => url.searchParams.has(name));

/**
 * Takes in what an app's link says: which app it is and who its user is. The token becomes a cookie once the payments API
 * has accepted it; a link that it refuses leaves nobody signed in.
 */
export async function enter(request: Request): Promise<Entry> {
  const url = new URL(request.url);
  const link = linkIn(url);
  if (link.kind === "signed") return enterAs(link.session, request);
  const app = appIn(url);
  return { note: link.kind === "none" ? undefined : link.kind, cookies: app === undefined ? [] : [appCookie(app)] };
}

const appCookie = (app: number): string => cookieHeader("app", String(app));

/** Whoever was signed in before is not any more: the link says who it is now. */
async function enterAs(session: Session, request: Request): Promise<Entry> {
  const { caller } = await visitorOf(request);
  const ofApp = appCookie(session.app_type);
  const auth = session.token === "" ? undefined : await authenticateLink(session, caller);
  if (auth?.kind === "over")
    return { note: "expired", cookies: [ofApp, ...gone(request, "session"), ...gone(request, "paypal_token")] };
  const token = auth?.kind === "member" ? [cookieHeader("paypal_token", session.token)] : gone(request, "paypal_token");
  return { note: "app", cookies: [ofApp, await sessionCookie(session), ...token] };
}

const gone = (request: Request, name: "session" | "paypal_token"): string[] =>
  cookieOf(request, name) === undefined ? [] : [expiredCookie(name)];

/** A link `/redirect?to=<page>` has moved on before any loader, unless no page has the name it gives: then it throws a 404. */
export function refuseUnknownPage(request: Request): void {
  const params = new URL(request.url).searchParams;
  if (params.has(ENTRY_PAGE_PARAM) && !params.has("o")) throw pageNotFound(request);
}

import type { LocaleCode } from "~/i18n/locales";
import { settleAddress } from "./arrival.server";
import { cookieHeader, cookieOf } from "./cookies.server";
import { edgeProblem } from "./edge-problem.server";
import { pageLanguage, preferredLanguage } from "./language.server";
import { sessionCookie, sessionInAddress } from "./session.server";
import { trackingCookies } from "./tracking.server";

export interface Settled {
  /** Set where the address has to change. */
  redirectTo: string | undefined;
  status: 302 | 308;
  lang: LocaleCode;
  headers: Headers;
}

/**
 * What is done with a request before any page: its address settles in at most one redirect, an explicit language is
 * remembered, and the session an app's link carries is kept.
 */
export async function settleArrival(request: Request): Promise<Settled> {
  const url = new URL(request.url);
  const remembered = cookieOf(request, "LANGUAGE");
  const arrival = settleAddress(url, preferredLanguage(request, url), remembered === "en");
  const headers = new Headers();
  if (arrival.isChoice && remembered !== arrival.lang)
    headers.append("Set-Cookie", cookieHeader("LANGUAGE", arrival.lang));
  const session = sessionInAddress(url);
  if (session !== undefined) headers.append("Set-Cookie", await sessionCookie(session));
  const isMoving = arrival.redirect !== "none" && !isAfterSubmit(request) && edgeProblem(request) === undefined;
  // A redirect keeps these parameters, so they are seen where it leads to.
  if (!isMoving) for (const cookie of trackingCookies(request)) headers.append("Set-Cookie", cookie);
  if (isMoving) headers.set("Vary", "Cookie, Accept-Language");
  if (isMoving && arrival.redirect === "negotiated") headers.set("Cache-Control", "no-store");
  return {
    redirectTo: isMoving ? arrival.target : undefined,
    status: arrival.redirect === "structural" ? 308 : 302,
    lang: isMoving ? arrival.lang : pageLanguage(request),
    headers,
  };
}

/**
 * Whether this load renders the page again after a submit. Remix hands loaders a GET with the form's own headers; a
 * redirect then would lose what the visitor typed.
 */
const isAfterSubmit = (request: Request): boolean => request.headers.has("content-type");

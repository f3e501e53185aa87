import { timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import type { Request, RequestHandler } from "express";
import { splitPath } from "~/i18n/pages";
import { Refusal } from "../answers/refusal";
import { asyncStep } from "./async-step";
import { readForm } from "./form-body";

/**
 * A POST must come from a page of this site. Browsers say so in Sec-Fetch-Site or Origin; old WebViews and text browsers send
 * neither, but a Referer. Who sends none of them must send the CSRF token: the cookie and the field `csrf` have the same value.
 */
export function ownOrigin(publicOrigin: string): RequestHandler {
  return asyncStep(async (request) => {
    if (request.method !== "POST" || isProviderReturn(request.originalUrl, publicOrigin)) return;
    const isOwn = isFromOwnPage(request, publicOrigin) ?? (await hasToken(request, publicOrigin));
    if (!isOwn) return new Refusal(403, "the form was not sent from a page of this site");
  });
}

/**
 * A payment provider posts the buyer back from its own site; that route only asks the payments API about the order. The
 * path is parsed as in the app: `/return/../account` is the account page.
 */
const isProviderReturn = (url: string, publicOrigin: string): boolean =>
  /^\/return\/[^/]+$/.test(splitPath(new URL(publicOrigin + url).pathname).rest);

/** Undefined: the browser does not say. */
function isFromOwnPage({ headers }: Request, publicOrigin: string): boolean | undefined {
  const { host, referer } = headers;
  const site = headers["sec-fetch-site"];
  // Another site cannot choose what its page's forms send as Referer; it can only have them send none.
  const origin = headers.origin ?? (site === undefined ? URL.parse(referer ?? "")?.origin : undefined);
  if (site === undefined && origin === undefined) return undefined;
  if (site === "same-origin") return true;
  // The Host was checked before, so it is ours; with the public scheme, so that http:// never counts as https://.
  return origin === publicOrigin || origin === `${new URL(publicOrigin).protocol}//${host}`;
}

async function hasToken(request: Request, publicOrigin: string): Promise<boolean> {
  // On https only the __Host- name counts: a subdomain or plain http could plant the other one.
  const name = publicOrigin.startsWith("https:") ? "__Host-csrf" : "csrf";
  const expected = parseCookie(request.headers.cookie ?? "")[name];
  const given = (await readForm(request))?.get("csrf");
  return typeof given === "string" && expected !== undefined && isSame(given, expected);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}

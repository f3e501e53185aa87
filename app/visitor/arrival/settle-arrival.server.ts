import type { LocaleCode } from "~/i18n/locales";
import { trackingCookies } from "~/visitor/attribution/tracking.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { edgeProblem } from "./edge-problem.server";
import { type Entry, enter, isEntry } from "./entry.server";
import { pageLanguage, preferredLanguage } from "./language.server";
import { type Arrival, settleAddress } from "./settle-address.server";

type Move = Exclude<Arrival["redirect"], "none">;

interface Settled {
  /** Set where the address has to change. */
  redirectTo: string | undefined;
  status: (typeof STATUS)[Move];
  lang: LocaleCode;
  headers: Headers;
}

const STATUS = { structural: 308, negotiated: 302, named: 303 } as const satisfies Record<Move, number>;

/**
 * Runs before any page: settles the address with at most one redirect, remembers an explicit language, and stores what
 * an app's or an affiliate's link says about the visitor.
 */
export async function settleArrival(request: Request): Promise<Settled> {
  const url = new URL(request.url);
  const mayMove = !isAfterSubmit(request) && edgeProblem(request) === undefined;
  const entry = mayMove && isEntry(url) ? await enter(request) : NO_ENTRY;
  const remembered = cookieOf(request, "LANGUAGE");
  const arrival = settleAddress(url, {
    preferred: preferredLanguage(request, url),
    remembersEnglish: remembered === "en",
    note: entry.note,
  });
  const isNewChoice = arrival.isChoice && remembered !== arrival.lang;
  const cookies = [...entry.cookies, ...(isNewChoice ? [cookieHeader("LANGUAGE", arrival.lang)] : [])];
  if (!mayMove || arrival.redirect === "none") {
    return stay(pageLanguage(request), [...cookies, ...trackingCookies(request)]);
  }
  return move(arrival, arrival.redirect, cookies);
}

const NO_ENTRY: Entry = { note: undefined, cookies: [] };

const setting = (cookies: string[]): Headers =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

const stay = (lang: LocaleCode, cookies: string[]): Settled => ({
  redirectTo: undefined,
  status: 302,
  lang,
  headers: setting(cookies),
});

/** The target keeps the affiliate's parameters, so their cookies are set there and not here. */
function move({ target, lang }: Arrival, kind: Move, cookies: string[]): Settled {
  const headers = setting(cookies);
  headers.set("Vary", "Cookie, Accept-Language");
  if (kind !== "structural") headers.set("Cache-Control", "no-store");
  return { redirectTo: target, status: STATUS[kind], lang, headers };
}

/**
 * Whether Remix runs the loaders after a submit: it gives them a GET with the form's headers. A redirect would lose the
 * visitor's entries.
 */
export const isAfterSubmit = (request: Request): boolean => request.headers.has("content-type");

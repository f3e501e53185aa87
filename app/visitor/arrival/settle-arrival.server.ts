import type { LocaleCode } from "~/i18n/locales";
import { needsConsent, trackingCookies } from "~/visitor/attribution/tracking.server";
import type { Consent } from "~/visitor/browser/consent-choice.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { consentOf } from "~/visitor/consent.server";
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
  const isRefused = edgeProblem(request) !== undefined;
  const mayMove = !isAfterSubmit(request) && !isRefused;
  const [entry, ofTracking] = await Promise.all([
    mayMove && isEntry(url) ? enter(request) : NO_ENTRY,
    isRefused ? [] : cookiesOfTracking(request),
  ]);
  const remembered = cookieOf(request, "LANGUAGE");
  const arrival = settleAddress(url, {
    preferred: preferredLanguage(request, url),
    remembersEnglish: remembered === "en",
    note: entry.note,
  });
  const isNewChoice = arrival.isChoice && remembered !== arrival.lang;
  // An address that changes for everybody is answered without this cookie, so that the redirect may be cached: its target
  // names the language, too.
  const isToldHere = isNewChoice && arrival.redirect !== "structural";
  const cookies = [...entry.cookies, ...(isToldHere ? [cookieHeader("LANGUAGE", arrival.lang)] : []), ...ofTracking];
  if (!mayMove || arrival.redirect === "none") return stay(pageLanguage(request), cookies);
  return move(arrival, arrival.redirect, cookies);
}

const NO_ENTRY: Entry = { note: undefined, cookies: [] };

/** The visitor's country, which may decide on consent, is asked only where there is something to decide. */
const cookiesOfTracking = async (request: Request): Promise<string[]> =>
  trackingCookies(request, needsConsent(request) ? await consentOf(request) : NOT_ASKED_YET);

const NOT_ASKED_YET: Consent = { mayTrack: false, isAsked: true };

const setting = (cookies: string[]): Headers =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

const stay = (lang: LocaleCode, cookies: string[]): Settled => ({
  redirectTo: undefined,
  status: 302,
  lang,
  headers: setting(cookies),
});

/** The target keeps the affiliate's parameters and sets the same cookies again; a redirect that sets any is not cached. */
function move({ target, lang }: Arrival, kind: Move, cookies: string[]): Settled {
  const headers = setting(cookies);
  headers.set("Vary", "Cookie, Accept-Language");
  const isForEverybody = kind === "structural" && cookies.length === 0;
  if (!isForEverybody) headers.set("Cache-Control", "no-store");
  const status = kind === "structural" && !isForEverybody ? STATUS.negotiated : STATUS[kind];
  return { redirectTo: target, status, lang, headers };
}

/**
 * Whether Remix runs the loaders after a submit: it gives them a GET with the form's headers. A redirect would lose the
 * visitor's entries.
 */
export const isAfterSubmit = (request: Request): boolean => request.headers.has("content-type");

import { isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { LANGUAGE_TOAST } from "~/paths";
import { hostFacts } from "~/security/host-facts.server";
import { needsConsent, trackingCookies } from "~/visitor/attribution/tracking.server";
import type { Consent } from "~/visitor/browser/consent-choice.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { consentOf } from "~/visitor/consent.server";
import { type Entry, enter, isEntry } from "./entry.server";
import { languageOfReferrer, pageLanguage, preferredLanguage } from "./language.server";
import { type Arrival, settleAddress } from "./settle-address.server";

type Move = Exclude<Arrival["redirect"], "none">;

interface Settled {
  /** Set where the address has to change. */
  redirectTo: string | undefined;
  status: (typeof STATUS)[Move];
  lang: LocaleCode;
  headers: Headers;
  /** The visitor has just chosen another language, and this page is the one to say so. */
  isNewLanguage: boolean;
}

const STATUS = { structural: 308, negotiated: 302, named: 303 } as const satisfies Record<Move, number>;

/**
 * Runs before any page: settles the address with at most one redirect, remembers an explicit language, and stores what
 * an app's or an affiliate's link says about the visitor.
 */
export async function settleArrival(request: Request): Promise<Settled> {
  const url = new URL(request.url);
  const isRefused = hostFacts(request).problem !== undefined;
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
  const isSwitch = mayMove && isToldHere && isOtherThanBefore(request, arrival.lang);
  if (!mayMove || arrival.redirect === "none") {
    const isNewLanguage = isSwitch || (mayMove && url.searchParams.get(LANGUAGE_TOAST.name) === LANGUAGE_TOAST.value);
    return { ...stay(pageLanguage(request), cookies), isNewLanguage };
  }
  const target = isSwitch ? askingForToast(arrival.target) : arrival.target;
  return { ...move({ ...arrival, target }, arrival.redirect, cookies), isNewLanguage: false };
}

/**
 * Whether the visitor had another language before. The page of ours that they come from knows best: where no cookies are
 * kept, and in a second tab, what is remembered is not what they saw. A first visit changes nothing.
 */
function isOtherThanBefore(request: Request, lang: LocaleCode): boolean {
  const before = languageOfReferrer(request) ?? cookieOf(request, "LANGUAGE");
  return isLocaleCode(before) && before !== lang;
}

/** The page after the redirect finds the language remembered already, so its address says that this is new. */
const askingForToast = (target: string): string =>
  `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams({ [LANGUAGE_TOAST.name]: LANGUAGE_TOAST.value })}`;

const NO_ENTRY: Entry = { note: undefined, cookies: [] };

/** The visitor's country, which may decide on consent, is asked only where there is something to decide. */
const cookiesOfTracking = async (request: Request): Promise<string[]> =>
  trackingCookies(request, needsConsent(request) ? await consentOf(request) : NOT_ASKED_YET);

const NOT_ASKED_YET: Consent = { mayTrack: false, isAsked: true };

type Answer = Omit<Settled, "isNewLanguage">;

const setting = (cookies: string[]): Headers =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

const stay = (lang: LocaleCode, cookies: string[]): Answer => ({
  redirectTo: undefined,
  status: 302,
  lang,
  headers: setting(cookies),
});

/** The target keeps the affiliate's parameters and sets the same cookies again; a redirect that sets any is not cached. */
function move({ target, lang }: Arrival, kind: Move, cookies: string[]): Answer {
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

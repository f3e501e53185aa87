import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode, splitPath } from "~/i18n/locales";
import { PAGES } from "~/i18n/pages";
import { inLanguage, LANGUAGE_TOAST } from "~/paths";
import { hostFacts } from "~/security/host-facts.server";
import { type Consent, needsConsent, trackingCookies } from "~/visitor/attribution/tracking.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { SIGNED_LINK_PARAMS } from "~/visitor/session.server";
import { STORE_TOKEN_PARAMS } from "~/visitor/store-token.server";
import { consentOf } from "~/visitor/visitor.server";
import {
  hasAppLink,
  isLinkResult,
  LINKED_PAGE_PARAM,
  type LinkResult,
  type OpenedLink,
  openAppLink,
  setLinkResult,
} from "./app-link.server";
import { ENGLISH_HINT, languageOfReferrer, pageLanguage, preferredLanguage } from "./language.server";
import { takeStoreToken } from "./take-store-token.server";

type Move = Exclude<Arrival["redirect"], "none">;

interface Arriving {
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
 * Runs before any page: leads to the page's one address with at most one redirect, remembers a language that was chosen, and stores what
 * an app's, its store's or an affiliate's link says about the visitor.
 */
export async function arrive(request: Request): Promise<Arriving> {
  const url = new URL(request.url);
  const isRefused = hostFacts(request).problem !== undefined;
  const mayMove = !isAfterSubmit(request) && !isRefused;
  const [link, ofStore, ofTracking] = await Promise.all([
    mayMove && hasAppLink(url) ? openAppLink(request) : NO_LINK,
    mayMove ? takeStoreToken(request) : [],
    isRefused ? [] : cookiesOfTracking(request),
  ]);
  const remembered = cookieOf(request, "LANGUAGE");
  const arrival = canonicalAddress(url, {
    preferred: preferredLanguage(request, url),
    remembersEnglish: remembered === "en",
    linkResult: link.result,
  });
  // Only what was chosen is remembered: a first page in a language may be anybody's link. An address that changes for everybody is
  // answered without this cookie, so that the redirect may be cached: its target names the language, too.
  const isRememberedHere =
    arrival.isChoice &&
    remembered !== arrival.lang &&
    isOtherThanBefore(request, arrival.lang) &&
    arrival.redirect !== "structural";
  const cookies = [
    ...link.cookies,
    ...ofStore,
    ...(isRememberedHere ? [cookieHeader("LANGUAGE", arrival.lang)] : []),
    ...ofTracking,
  ];
  const isSwitch = mayMove && isRememberedHere;
  if (!mayMove || arrival.redirect === "none") {
    const isNewLanguage = isSwitch || (mayMove && url.searchParams.get(LANGUAGE_TOAST.name) === LANGUAGE_TOAST.value);
    return { ...stay(pageLanguage(request), cookies), isNewLanguage };
  }
  const target = isSwitch ? askingForToast(arrival.target) : arrival.target;
  return { ...move({ ...arrival, target }, arrival.redirect, cookies), isNewLanguage: false };
}

/**
 * Whether the visitor had another language before. The page of ours that they come from knows best: where cookies are
 * refused, and in a second tab, what is remembered is not what they saw. A first visit changes nothing.
 */
function isOtherThanBefore(request: Request, lang: LocaleCode): boolean {
  const before = languageOfReferrer(request) ?? cookieOf(request, "LANGUAGE");
  return isLocaleCode(before) && before !== lang;
}

/** The page after the redirect finds the language remembered already, so its address says that this is new. */
const askingForToast = (target: string): string =>
  `${target}${target.includes("?") ? "&" : "?"}${new URLSearchParams({ [LANGUAGE_TOAST.name]: LANGUAGE_TOAST.value })}`;

const NO_LINK: OpenedLink = { result: undefined, cookies: [] };

/** The visitor's country, which may decide on consent, is asked only where there is something to decide. */
const cookiesOfTracking = async (request: Request): Promise<string[]> =>
  trackingCookies(request, needsConsent(request) ? await consentOf(request) : NOT_ANSWERED_YET);

const NOT_ANSWERED_YET: Consent = { mayTrack: false, isAsked: true };

type ArrivalAnswer = Omit<Arriving, "isNewLanguage">;

const setting = (cookies: string[]): Headers =>
  new Headers(cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]));

const stay = (lang: LocaleCode, cookies: string[]): ArrivalAnswer => ({
  redirectTo: undefined,
  status: 302,
  lang,
  headers: setting(cookies),
});

/** The target keeps the affiliate's parameters and sets the same cookies again; a redirect that sets any is not cached. */
function move({ target, lang }: Arrival, kind: Move, cookies: string[]): ArrivalAnswer {
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

export interface Arrival {
  /** The path and query to redirect to, on our own origin. */
  target: string;
  lang: LocaleCode;
  /** The address names its language. */
  isChoice: boolean;
  /**
   * Why the address must change. `structural`: the same for everybody, so it may be cached. `named`: by an app's link
   * with the name of a page.
   */
  redirect: "none" | "structural" | "negotiated" | "named";
}

/** What the target depends on besides the address. */
interface ArrivingVisitor {
  preferred: LocaleCode;
  remembersEnglish: boolean;
  /** The result of reading the app's link in the address. */
  linkResult?: LinkResult;
}

/**
 * Finds the one address of a page in one step: single slashes, none at the end, no old prefix, languages in lower case, no `/home`,
 * the page that an app's link names, the visitor's language in front, no secrets in the query. The target begins with
 * one slash and has only the address's own segments, so it never leaves the origin and needs no second redirect.
 */
export function canonicalAddress(url: URL, { preferred, remembersEnglish, linkResult }: ArrivingVisitor): Arrival {
  const plain = splitPath(plainPath(url.pathname));
  const named = namedPage(plain.rest, url.searchParams);
  const lang = plain.lang ?? preferred;
  const isChoice = plain.lang !== undefined;
  const namesEnglish = plain.lang === DEFAULT_LOCALE;
  const hint = namesEnglish && !remembersEnglish ? ENGLISH_HINT : undefined;
  const search = canonicalSearch(url, { hint, linkResult, isNamed: named !== undefined });
  const target = inLanguage(lang, named ?? plain.rest) + search;
  const depends = !isChoice || namesEnglish || search !== url.search;
  const moves = named === undefined ? (depends ? "negotiated" : "structural") : "named";
  return { target, lang, isChoice, redirect: target === url.pathname + url.search ? "none" : moves };
}

/** The path for the page that an app's link names; undefined where it is not such a link or the name is unknown. */
function namedPage(rest: string, params: URLSearchParams): string | undefined {
  if (rest !== "/redirect" || params.has("o")) return undefined;
  const page = PAGES.find((name) => name === params.get(LINKED_PAGE_PARAM));
  if (page === undefined || page === "redirect") return undefined;
  return page === "home" ? "/" : `/${page}`;
}

const OLD_INDONESIAN = "in";

/** The language of a segment, in any case. */
function languageIn(segment: string | undefined): LocaleCode | undefined {
  const code = segment?.toLowerCase();
  if (code === OLD_INDONESIAN) return "id";
  return isLocaleCode(code) ? code : undefined;
}

function plainPath(pathname: string): string {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  // English is removed from the path, so a language after it would become the path's language: remove it as well.
  while (languageIn(segments[0]) === DEFAULT_LOCALE && languageIn(segments[1]) !== undefined) segments.shift();
  const lang = languageIn(segments[0]);
  if (lang !== undefined) segments[0] = lang;
  const afterLanguage = lang === undefined ? 0 : 1;
  const isHome = segments.length === afterLanguage + 1 && segments[afterLanguage] === "home";
  return `/${(isHome ? segments.slice(0, afterLanguage) : segments).join("/")}`;
}

interface SearchChanges {
  hint: typeof ENGLISH_HINT | undefined;
  linkResult: LinkResult | undefined;
  isNamed: boolean;
}

/** Removes what lets somebody in, and what an app's store has to be told. */
function scrub(params: URLSearchParams): void {
  for (const name of SIGNED_LINK_PARAMS) params.delete(name);
  for (const name of STORE_TOKEN_PARAMS) if (!isLinkResult(name, params.get(name))) params.delete(name);
}

/** The query unchanged, unless parameters must be removed or added. */
function canonicalSearch(url: URL, { hint, linkResult, isNamed }: SearchChanges): string {
  const params = new URLSearchParams(url.search);
  scrub(params);
  const isScrubbed = params.size !== url.searchParams.size;
  if (isNamed) params.delete(LINKED_PAGE_PARAM);
  if (!isScrubbed && !isNamed && hint === undefined) return url.search;
  if (isScrubbed && linkResult !== undefined) setLinkResult(params, linkResult);
  if (hint !== undefined) params.set(hint.name, hint.value);
  return params.size === 0 ? "" : `?${params}`;
}

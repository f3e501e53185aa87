import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { PAGES, splitPath } from "~/i18n/pages";
import { inLanguage } from "~/paths";
import { SIGNED_LINK_PARAMS } from "~/visitor/session.server";
import { type EntryNote, setEntryNote } from "./entry-note";
import { ENGLISH_HINT } from "./language.server";

/** The page that an app's link `/redirect?to=<page>` leads to. With `o` the same path is the hand-off page. */
export const ENTRY_PAGE_PARAM = "to";

export interface Arrival {
  /** The path and query to redirect to, on our own origin. */
  target: string;
  lang: LocaleCode;
  /** The address names its language, so the choice is remembered. */
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
  note?: EntryNote;
}

/**
 * Settles an address in one step: single slashes, none at the end, no old prefix, languages in lower case, no `/home`,
 * the page that an app's link names, the visitor's language in front, no secrets in the query. The target begins with
 * one slash and has only the address's own segments, so it never leaves the origin and needs no second redirect.
 */
export function settleAddress(url: URL, { preferred, remembersEnglish, note }: ArrivingVisitor): Arrival {
  const plain = splitPath(plainPath(url.pathname));
  const named = namedPage(plain.rest, url.searchParams);
  const lang = plain.lang ?? preferred;
  const isChoice = plain.lang !== undefined;
  const namesEnglish = plain.lang === DEFAULT_LOCALE;
  const hint = namesEnglish && !remembersEnglish ? ENGLISH_HINT : undefined;
  const search = settleSearch(url, { hint, note, isNamed: named !== undefined });
  const target = inLanguage(lang, named ?? plain.rest) + search;
  const depends = !isChoice || namesEnglish || search !== url.search;
  const moves = named === undefined ? (depends ? "negotiated" : "structural") : "named";
  return { target, lang, isChoice, redirect: target === url.pathname + url.search ? "none" : moves };
}

/** The path for the page that an app's link names; undefined where it is not such a link or the name is unknown. */
function namedPage(rest: string, params: URLSearchParams): string | undefined {
  if (rest !== "/redirect" || params.has("o")) return undefined;
  const page = PAGES.find((name) => name === params.get(ENTRY_PAGE_PARAM));
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
  note: EntryNote | undefined;
  isNamed: boolean;
}

/** The query unchanged, unless parameters must be removed or added. */
function settleSearch(url: URL, { hint, note, isNamed }: SearchChanges): string {
  const params = new URLSearchParams(url.search);
  for (const name of SIGNED_LINK_PARAMS) params.delete(name);
  const isScrubbed = params.size !== url.searchParams.size;
  if (isNamed) params.delete(ENTRY_PAGE_PARAM);
  if (!isScrubbed && !isNamed && hint === undefined) return url.search;
  if (isScrubbed && note !== undefined) setEntryNote(params, note);
  if (hint !== undefined) params.set(hint.name, hint.value);
  return params.size === 0 ? "" : `?${params}`;
}

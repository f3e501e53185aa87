import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { splitPath } from "~/i18n/pages";
import { inLanguage } from "~/paths";
import { ENGLISH_HINT } from "./language.server";

/** The parameters that identify an app's user; they leave the address with the first redirect. */
export const SIGNED_LINK_PARAMS = ["uid", "sid", "sign_timestamp", "token", "sign"] as const;

export interface Arrival {
  /** Where the address settles: path and query on our own origin. */
  target: string;
  lang: LocaleCode;
  /** The address names its language, so the choice is remembered. */
  isChoice: boolean;
  /** Whether the address must change. Structural: for everybody alike, so it may be cached. */
  redirect: "none" | "structural" | "negotiated";
}

/**
 * Settles an address in one step: single slashes and none at the end, no old prefix, no `/home`, the visitor's language
 * in front, nothing secret in the query. The target begins with exactly one slash and is made of the address's own
 * segments, so it neither leaves the origin nor needs a second step.
 */
export function settleAddress(url: URL, preferred: LocaleCode, remembersEnglish: boolean): Arrival {
  const named = splitPath(plainPath(url.pathname));
  const lang = named.lang ?? preferred;
  const isChoice = named.lang !== undefined;
  const namesEnglish = named.lang === DEFAULT_LOCALE;
  const search = settleSearch(url, namesEnglish && !remembersEnglish);
  const target = inLanguage(lang, named.rest) + search;
  const depends = !isChoice || namesEnglish || search !== url.search;
  const redirect = target === url.pathname + url.search ? "none" : depends ? "negotiated" : "structural";
  return { target, lang, isChoice, redirect };
}

const OLD_INDONESIAN = "in";
const isPrefix = (segment: string | undefined): boolean => segment === OLD_INDONESIAN || isLocaleCode(segment);

function plainPath(pathname: string): string {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  // English leaves the path, so what stands behind it must not be a language of its own.
  while (segments[0] === DEFAULT_LOCALE && isPrefix(segments[1])) segments.shift();
  if (segments[0] === OLD_INDONESIAN) segments[0] = "id";
  const afterLanguage = isLocaleCode(segments[0]) ? 1 : 0;
  const isHome = segments.length === afterLanguage + 1 && segments[afterLanguage] === "home";
  return `/${(isHome ? segments.slice(0, afterLanguage) : segments).join("/")}`;
}

/** The query as it came, unless something has to leave or to join it. */
function settleSearch(url: URL, needsEnglishHint: boolean): string {
  const params = new URLSearchParams(url.search);
  for (const name of SIGNED_LINK_PARAMS) params.delete(name);
  const isScrubbed = params.size !== url.searchParams.size;
  if (!isScrubbed && !needsEnglishHint) return url.search;
  if (needsEnglishHint) params.set(ENGLISH_HINT.name, ENGLISH_HINT.value);
  return params.size === 0 ? "" : `?${params}`;
}

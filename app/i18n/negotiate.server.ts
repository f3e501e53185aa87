import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from "./locales";

/** Browsers' codes for languages that have another code on the site. */
const ALIASES: readonly (readonly [string, LocaleCode])[] = [
  ["in", "id"],
  ["pa", "pa"],
  ["zh", "zh-hans"],
  ["zh-CN", "zh-hans"],
  ["zh-SG", "zh-hans"],
  ["zh-TW", "zh-hant"],
  ["zh-HK", "zh-hant"],
  ["zh-MO", "zh-hant"],
];

/** English first: a lone wildcard means the first one. */
const byTag: ReadonlyMap<string, LocaleCode> = new Map([
  ...LOCALES.map(({ tag, code }): [string, LocaleCode] => [tag, code]),
  ...ALIASES,
]);
const tags = [...byTag.keys()];

/** With a script given, the region does not matter: zh-Hant-US is read like zh-Hant-TW. */
const REGION_AFTER_SCRIPT = /\b(zh-han[st])-[a-z0-9-]+/gi;

const LONGEST_KNOWN_HEADER = 128;

/** Reading a header costs as much as the rest of a cached page. Those of browsers are few and short. */
function forHeaders<Found>(read: (header: string) => Found & {}): (header: string) => Found {
  const known = new LRUCache<string, Found & {}>({ max: 1_000 });
  return (header) => {
    const found = known.get(header) ?? read(header);
    if (header.length <= LONGEST_KNOWN_HEADER) known.set(header, found);
    return found;
  };
}

/** The best of the site's languages for an Accept-Language header; English where nothing fits. Never throws. */
export const negotiateLanguage = (acceptLanguage: string | null): LocaleCode =>
  acceptLanguage === null ? DEFAULT_LOCALE : negotiated(acceptLanguage);

const negotiated = forHeaders((acceptLanguage): LocaleCode => {
  const wanted = acceptLanguage.replace(REGION_AFTER_SCRIPT, "$1");
  const [best = ""] = new Negotiator({ headers: { "accept-language": wanted } }).languages(tags);
  return byTag.get(best) ?? DEFAULT_LOCALE;
});

/**
 * The countries that a browser's languages name, such as DE for `de-DE`; for the first language without one, the country where most
 * of its speakers live. Never throws.
 */
export const countriesOfLanguages = (acceptLanguage: string | null): readonly string[] =>
  acceptLanguage === null ? [] : countriesNamed(acceptLanguage);

const countriesNamed = forHeaders((acceptLanguage): readonly string[] => {
  const spoken = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  return spoken.flatMap((tag, place) => {
    const locale = localeOfTag(tag);
    return (place === 0 ? locale?.maximize() : locale)?.region ?? [];
  });
});

/** Undefined for `*`, and for what is no language. */
function localeOfTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

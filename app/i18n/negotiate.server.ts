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

/** Browsers' headers are few and short, and reading one costs as much as the rest of a cached page. */
const knownHeaders = new LRUCache<string, LocaleCode>({ max: 1_000 });
const LONGEST_KNOWN_HEADER = 128;

/** The best of the site's languages for an Accept-Language header; English where nothing fits. Never throws. */
export function negotiateLanguage(acceptLanguage: string | null): LocaleCode {
  if (acceptLanguage === null) return DEFAULT_LOCALE;
  const found = knownHeaders.get(acceptLanguage) ?? negotiate(acceptLanguage);
  if (acceptLanguage.length <= LONGEST_KNOWN_HEADER) knownHeaders.set(acceptLanguage, found);
  return found;
}

function negotiate(acceptLanguage: string): LocaleCode {
  const wanted = acceptLanguage.replace(REGION_AFTER_SCRIPT, "$1");
  const [best = ""] = new Negotiator({ headers: { "accept-language": wanted } }).languages(tags);
  return byTag.get(best) ?? DEFAULT_LOCALE;
}

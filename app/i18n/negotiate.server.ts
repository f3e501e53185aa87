import Negotiator from "negotiator";
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from "./locales";

/** What browsers call languages that the site calls otherwise. */
const ALIASES: readonly (readonly [string, LocaleCode])[] = [
  ["in", "id"],
  ["pa", "pa"],
  ["zh", "zh-hans"],
  ["zh-CN", "zh-hans"],
  ["zh-SG", "zh-hans"],
  ["zh-Hans-CN", "zh-hans"],
  ["zh-Hans-SG", "zh-hans"],
  ["zh-TW", "zh-hant"],
  ["zh-HK", "zh-hant"],
  ["zh-MO", "zh-hant"],
  ["zh-Hant-TW", "zh-hant"],
  ["zh-Hant-HK", "zh-hant"],
  ["zh-Hant-MO", "zh-hant"],
];

/** English first: it is what a lone wildcard means. */
const byTag: ReadonlyMap<string, LocaleCode> = new Map([
  ...LOCALES.map(({ tag, code }): [string, LocaleCode] => [tag, code]),
  ...ALIASES,
]);
const tags = [...byTag.keys()];

/** The best of the site's languages for an Accept-Language header; English where nothing fits. Never throws. */
export function negotiateLanguage(acceptLanguage: string | null): LocaleCode {
  if (acceptLanguage === null) return DEFAULT_LOCALE;
  const [best = ""] = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages(tags);
  return byTag.get(best) ?? DEFAULT_LOCALE;
}

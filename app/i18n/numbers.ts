import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const counts = new Map<LocaleCode, Intl.NumberFormat>();
const years = new Map<LocaleCode, Intl.NumberFormat>();
const percents = new Map<LocaleCode, Intl.NumberFormat>();
const rates = new Map<LocaleCode, Intl.NumberFormat>();

function kept(
  map: Map<LocaleCode, Intl.NumberFormat>,
  lang: LocaleCode,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const found = map.get(lang);
  if (found !== undefined) return found;
  const made = new Intl.NumberFormat(numberLocale(lang), options);
  map.set(lang, made);
  return made;
}

/** A whole number in the locale's digits. */
export const formatCount = (lang: LocaleCode, count: number): string =>
  kept(counts, lang, { maximumFractionDigits: 0 }).format(count);

/** A year in the locale's digits, without anything between them. */
export const formatYear = (lang: LocaleCode, year: number): string =>
  kept(years, lang, { useGrouping: false }).format(year);

/** A share between 0 and 1 as whole percents. */
export const formatShare = (lang: LocaleCode, share: number): string =>
  kept(percents, lang, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** A rate in percent, with up to two decimals: "20%", "8.1%". */
export const formatRate = (lang: LocaleCode, percent: number): string =>
  kept(rates, lang, { style: "percent", maximumFractionDigits: 2 }).format(percent / 100);

import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const kept = new Map<LocaleCode, Intl.RelativeTimeFormat>();

/** How far ahead a day is, in the largest unit that fits: "in 3 days", "in 11 months". */
export function formatDaysAhead(lang: LocaleCode, days: number): string {
  const format = kept.get(lang) ?? new Intl.RelativeTimeFormat(numberLocale(lang));
  kept.set(lang, format);
  if (days >= 365) return format.format(Math.floor(days / 365), "year");
  return days >= 61 ? format.format(Math.floor(days / 30.44), "month") : format.format(days, "day");
}

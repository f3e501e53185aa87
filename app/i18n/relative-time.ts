import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const kept = new Map<LocaleCode, Intl.RelativeTimeFormat>();

function ahead(lang: LocaleCode, count: number, unit: "minute" | "hour" | "day" | "month" | "year"): string {
  const format = kept.get(lang) ?? new Intl.RelativeTimeFormat(numberLocale(lang));
  kept.set(lang, format);
  return format.format(count, unit);
}

/** How far ahead a day is, in the largest unit that fits: "in 3 days", "in 11 months". */
export function formatDaysAhead(lang: LocaleCode, days: number): string {
  if (days >= 365) return ahead(lang, Math.floor(days / 365), "year");
  return days >= 61 ? ahead(lang, Math.floor(days / 30.44), "month") : ahead(lang, days, "day");
}

/** How long to wait, rounded up: "in 1 minute", "in 40 minutes", "in 2 hours". */
export function formatWait(lang: LocaleCode, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes > 90 ? ahead(lang, Math.ceil(minutes / 60), "hour") : ahead(lang, minutes, "minute");
}

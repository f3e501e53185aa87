import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const kept = new Map<string, Intl.DateTimeFormat>();

/** @param timeStyle without it the day alone */
function formatterFor(lang: LocaleCode, timeStyle?: "long"): Intl.DateTimeFormat {
  const key = `${lang} ${timeStyle}`;
  const found = kept.get(key);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat(numberLocale(lang), { dateStyle: "long", timeStyle, timeZone: "UTC" });
  kept.set(key, made);
  return made;
}

/** Keeps an abbreviation such as "г." on the same line as its year. */
const TRAILING_ABBREVIATION = / (?=\p{L}\.$)/u;

/** A calendar day in words ("21 November 2026"), in UTC as all of the site's days are. */
export const formatDay = (lang: LocaleCode, day: Date): string =>
  formatterFor(lang).format(day).replace(TRAILING_ABBREVIATION, "\u00a0");

/** A moment to the second, with its time zone ("21 November 2026 at 10:15:30 UTC"), for what may have to be proved. */
export const formatMoment = (lang: LocaleCode, moment: Date): string =>
  formatterFor(lang, "long").format(moment).replace(TRAILING_ABBREVIATION, "\u00a0");

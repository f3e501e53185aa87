import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const kept = new Map<LocaleCode, Intl.DateTimeFormat>();

function formatterFor(lang: LocaleCode): Intl.DateTimeFormat {
  const found = kept.get(lang);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat(numberLocale(lang), { dateStyle: "long", timeZone: "UTC" });
  kept.set(lang, made);
  return made;
}

/** Keeps an abbreviation such as "г." on the same line as its year. */
const TRAILING_ABBREVIATION = / (?=\p{L}\.$)/u;

/** A calendar day in words ("21 November 2026"), in UTC as all of the site's days are. */
export const formatDay = (lang: LocaleCode, day: Date): string =>
  formatterFor(lang).format(day).replace(TRAILING_ABBREVIATION, "\u00a0");

import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

const kept = new Map<string, Intl.DateTimeFormat>();

const STYLES = {
  day: { dateStyle: "long" },
  shortDay: { day: "numeric", month: "short", year: "numeric" },
  moment: { dateStyle: "long", timeStyle: "long" },
} as const;

function formatterFor(lang: LocaleCode, style: keyof typeof STYLES): Intl.DateTimeFormat {
  const key = `${lang} ${style}`;
  const found = kept.get(key);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat(numberLocale(lang), { ...STYLES[style], timeZone: "UTC" });
  kept.set(key, made);
  return made;
}

/** Keeps an abbreviation such as "г." on the same line as its year. */
const TRAILING_ABBREVIATION = / (?=\p{L}\.$)/u;

const format = (lang: LocaleCode, style: keyof typeof STYLES, date: Date): string =>
  formatterFor(lang, style).format(date).replace(TRAILING_ABBREVIATION, "\u00a0");

/** A calendar day in words ("21 November 2026"), in UTC as all of the site's days are. */
export const formatDay = (lang: LocaleCode, day: Date): string => format(lang, "day", day);

/** The same where there is little room ("21 Nov 2026"). */
export const formatShortDay = (lang: LocaleCode, day: Date): string => format(lang, "shortDay", day);

/** A moment to the second, with its time zone ("21 November 2026 at 10:15:30 UTC"), for what may have to be proved. */
export const formatMoment = (lang: LocaleCode, moment: Date): string => format(lang, "moment", moment);

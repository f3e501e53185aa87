import { type LocaleCode, numberLocale } from "./locales";
import { memo } from "./memo";

const STYLES = {
  day: { day: "numeric", month: "long", year: "numeric" },
  shortDay: { day: "numeric", month: "short", year: "numeric" },
  // Hours from 00 to 23 for everybody: beside "UTC", which every moment names.
  time: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Style = keyof typeof STYLES;
type Calendar = "gregory" | "persian";

const formatterFor = memo(
  (lang: LocaleCode, style: Style, calendar: Calendar) =>
    new Intl.DateTimeFormat(numberLocale(lang, calendar), { ...STYLES[style], timeZone: "UTC" }),
);

/** What a language writes in other words than Intl: docs/formats.md. */
const WRITTEN: Partial<Record<LocaleCode, (part: Intl.DateTimeFormatPart, style: Style) => string>> = {
  bn: ({ value }) => value.replace(",", ""),
  fr: ({ type, value }) => (type === "day" && value === "1" ? "1er" : value),
  pt: ({ type, value }) => (type === "day" && value === "1" ? "1º" : value),
  ur: ({ value }) => value.replace("،", ""),
  vi: ({ value }, style) => (style === "day" && value === ", " ? " năm " : value),
};

/** A date is read at one glance, so that it stands on one line; English ones break nowhere but before the year. */
const onOneLine = (lang: LocaleCode, date: string): string => (lang === "en" ? date : date.replaceAll(" ", "\u00a0"));

function format(lang: LocaleCode, style: Style, date: Date, calendar: Calendar = "gregory"): string {
  const formatter = formatterFor(lang, style, calendar);
  const written = WRITTEN[lang];
  const text = written
    ? formatter
        .formatToParts(date)
        .map((part) => written(part, style))
        .join("")
    : formatter.format(date);
  return onOneLine(lang, text);
}

/**
 * A calendar day in words ("November 21, 2026"). In Persian the day of the solar calendar, with the one that banks abroad know in
 * brackets.
 * @param day ISO 8601, such as 2026-11-21: which day it is where is said by upstream/contract/deadlines.ts
 */
export const formatDay = (lang: LocaleCode, day: string): string => dayText(lang, new Date(day));

function dayText(lang: LocaleCode, day: Date): string {
  const gregorian = format(lang, "day", day);
  return lang === "fa" ? `${format(lang, "day", day, "persian")} (${gregorian})` : gregorian;
}

/** Languages whose months have no short names that people read. */
const LONG_MONTHS: readonly LocaleCode[] = ["bn", "hi", "my", "pa"];

/** The same where there is little room ("Nov 21, 2026"): in Persian the solar day alone. */
export function formatShortDay(lang: LocaleCode, day: string): string {
  const date = new Date(day);
  if (lang === "fa") return format(lang, "day", date, "persian");
  return format(lang, LONG_MONTHS.includes(lang) ? "day" : "shortDay", date);
}

/** Between a day and its time, as in a sentence; a comma else. */
const BEFORE_TIME: Partial<Record<LocaleCode, string>> = {
  ...{ de: " um ", en: " at ", es: " a las ", fr: " à ", it: " alle ", nl: " om ", pt: ", às " },
  ...{ pl: " o ", uk: " о " },
  ...{ id: " pukul ", ms: " pukul ", th: " เวลา ", vi: " lúc " },
  ...{ ar: "، ", fa: "، ", ur: "، " },
  ...{ ja: " ", ko: " ", my: " ", "zh-hans": " ", "zh-hant": " " },
};

/** A moment to the second, with its time zone ("November 21, 2026 at 10:15:30 UTC"), for what may have to be proved. */
export function formatMoment(lang: LocaleCode, moment: Date): string {
  const time = format(lang, "time", moment);
  // Eleven begins with a vowel.
  const joint = lang === "uk" && time.startsWith("11") ? " об " : (BEFORE_TIME[lang] ?? ", ");
  return `${dayText(lang, moment)}${joint}${time} UTC`;
}

import { expect, it } from "vitest";
import { countryName } from "~/i18n/country-names";
import { formatDay, formatMoment, formatShortDay } from "~/i18n/dates";
import { directionOf, LOCALES, type LocaleCode } from "~/i18n/locales";
import { formatCount, formatRate, formatShare, formatYear } from "~/i18n/numbers";

const codes = LOCALES.map(({ code }) => code);

it("a day is the UTC day, wherever the server stands", () => {
  expect(formatDay("en", "2026-11-21")).toBe("November 21, 2026");
  expect(formatDay("de", "2026-11-21")).toBe("21.\u00a0November\u00a02026");
});

/** The digits of languages that write their own. */
const DIGITS: Partial<Record<LocaleCode, string>> = { bn: "০১২৩৪৫৬৭৮৯", fa: "۰۱۲۳۴۵۶۷۸۹" };
const inDigitsOf = (lang: LocaleCode, text: string): string =>
  text.replace(/\d/g, (digit) => DIGITS[lang]?.[Number(digit)] ?? digit);
/** A digit that the language does not write. */
const foreignDigitIn = (lang: LocaleCode, text: string) =>
  text.match(/\p{Nd}/gu)?.find((digit) => !(DIGITS[lang] ?? "0123456789").includes(digit));

it.each(codes)("in %s a day is one of the Gregorian calendar, in the language's digits", (lang) => {
  const day = formatDay(lang, "2026-11-21");
  expect(day).toContain(inDigitsOf(lang, "2026"));
  expect(day).toContain(inDigitsOf(lang, "21"));
  expect(foreignDigitIn(lang, day)).toBeUndefined();
});

it.each([
  ["fr", "1er décembre 2026", "1er déc. 2026"],
  ["pt", "1º de dezembro de 2026", "1º de dez. de 2026"],
  ["vi", "1 tháng 12 năm 2026", "1 thg 12, 2026"],
  ["fa", "۱۰ آذر ۱۴۰۵ (۱ دسامبر ۲۰۲۶)", "۱۰ آذر ۱۴۰۵"],
] as const)("in %s the first of December is %s", (lang, day, short) => {
  const first = "2026-12-01";
  expect([formatDay, formatShortDay].map((format) => format(lang, first).replaceAll("\u00a0", " "))).toEqual([
    day,
    short,
  ]);
});

it("only the first of a month has a word of its own", () => {
  expect(formatDay("fr", "2026-12-11")).toBe("11\u00a0décembre\u00a02026");
  expect(formatDay("pt", "2026-12-21")).toBe("21\u00a0de\u00a0dezembro\u00a0de\u00a02026");
});

it("a short day says the month in few letters", () => {
  expect(formatShortDay("en", "2026-11-21")).toBe("Nov 21, 2026");
});

it("a moment names its time zone", () => {
  expect(formatMoment("en", new Date("2026-11-21T15:04:05Z"))).toBe("November 21, 2026 at 15:04:05 UTC");
  expect(formatMoment("ja", new Date("2026-11-21T00:04:05Z"))).toBe("2026年11月21日 00:04:05 UTC");
  expect(formatMoment("uk", new Date("2026-11-21T10:04:05Z"))).toMatch(/р\. о 10:04:05 UTC$/);
  expect(formatMoment("uk", new Date("2026-11-21T11:04:05Z"))).toMatch(/р\. об 11:04:05 UTC$/);
});

it.each(codes)("in %s a moment is a day, a time and UTC, in the language's digits", (lang) => {
  const moment = formatMoment(lang, new Date("2026-11-21T15:04:05Z"));
  expect(moment.startsWith(formatDay(lang, "2026-11-21"))).toBe(true);
  expect(moment.endsWith(" UTC")).toBe(true);
  expect(foreignDigitIn(lang, moment)).toBeUndefined();
});

it.each(codes)("in %s counts, shares and years are in the language's digits", (lang) => {
  expect(formatCount(lang, 12)).toBe(inDigitsOf(lang, "12"));
  expect(formatShare(lang, 0.58).replace(/\P{Nd}/gu, "")).toBe(inDigitsOf(lang, "58"));
  expect(formatYear(lang, 2026)).toBe(inDigitsOf(lang, "2026"));
});

it.each([
  [20, "20%"],
  [8.1, "8.1%"],
  [5.25, "5.25%"],
  [0, "0%"],
])("a rate of %d percent keeps its decimals", (rate, text) => {
  expect(formatRate("en", rate)).toBe(text);
});

it("a country is named in the visitor's language, and by its code where nobody knows a name", () => {
  expect(countryName("de", "GB")).toBe("Vereinigtes Königreich");
  expect(countryName("en", "QX")).toBe("QX");
  expect(countryName("ru", "US")).toBe("Соединённые Штаты");
});

it("Arabic, Persian and Urdu are written from right to left, all others from left to right", () => {
  expect(codes.filter((code) => directionOf(code) === "rtl").sort()).toEqual(["ar", "fa", "ur"]);
});

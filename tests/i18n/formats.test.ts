import { expect, it } from "vitest";
import { countryName } from "~/i18n/country-names";
import { formatDay, formatMoment, formatShortDay } from "~/i18n/dates";
import { directionOf, LOCALES } from "~/i18n/locales";
import { formatCount, formatRate, formatShare } from "~/i18n/numbers";

const codes = LOCALES.map(({ code }) => code);

it("a day is the UTC day, wherever the server stands", () => {
  expect(formatDay("en", new Date("2026-11-21T23:59:59Z"))).toBe("November 21, 2026");
  expect(formatDay("de", new Date("2026-11-21T00:00:00Z"))).toBe("21. November 2026");
});

it.each(codes)("in %s a day is one of the Gregorian calendar, in Latin digits", (lang) => {
  for (const text of [formatDay, formatShortDay].map((format) => format(lang, new Date("2026-11-21T12:00:00Z")))) {
    expect(text).toContain("2026");
    expect(text).toContain("21");
  }
});

it("a short day says the month in few letters", () => {
  expect(formatShortDay("en", new Date("2026-11-21T12:00:00Z"))).toBe("Nov 21, 2026");
});

it("a moment names its time zone", () => {
  expect(formatMoment("en", new Date("2026-11-21T15:04:05Z"))).toMatch(/^November 21, 2026 at 3:04:05\sPM UTC$/);
  expect(formatMoment("de", new Date("2026-11-21T15:04:05Z"))).toBe("21. November 2026 um 15:04:05 UTC");
});

it.each(codes)("in %s a moment is one of the Gregorian calendar, in Latin digits, in UTC", (lang) => {
  const moment = formatMoment(lang, new Date("2026-11-21T15:04:05Z"));
  expect(moment).toMatch(/2026/);
  expect(moment).toContain("UTC");
  expect(moment.match(/(?![0-9])\p{Nd}/u)).toBeNull();
});

it.each(codes)("in %s counts and shares are in Latin digits", (lang) => {
  expect(formatCount(lang, 12)).toBe("12");
  expect(formatShare(lang, 0.58).replace(/\P{Nd}/gu, "")).toBe("58");
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
});

it("Arabic, Persian and Urdu are written from right to left, all others from left to right", () => {
  expect(codes.filter((code) => directionOf(code) === "rtl").sort()).toEqual(["ar", "fa", "ur"]);
});

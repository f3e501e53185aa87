import { expect, it } from "vitest";
import { formatDaysAhead, formatWait } from "~/i18n/relative-time";

it.each([
  ["en", 1, "in 1 day"],
  ["en", 30, "in 30 days"],
  ["en", 182, "in 5 months"],
  ["en", 365, "in 1 year"],
  ["en", 730, "in 2 years"],
  ["de", 3, "in 3 Tagen"],
] as const)("%s says %i days as %s", (lang, days, text) => {
  expect(formatDaysAhead(lang, days)).toBe(text);
});

it.each([
  ["en", 0, "in 1 minute"],
  ["en", 61, "in 2 minutes"],
  ["en", 2400, "in 40 minutes"],
  ["en", 3600, "in 60 minutes"],
  ["en", 7200, "in 2 hours"],
  ["de", 2400, "in 40 Minuten"],
] as const)("%s says a wait of %i seconds as %s", (lang, seconds, text) => {
  expect(formatWait(lang, seconds)).toBe(text);
});

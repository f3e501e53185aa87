import { expect, it } from "vitest";
import { formatDaysAhead } from "~/i18n/relative-days";

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

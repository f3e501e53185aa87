import { expect, it } from "vitest";
import { formatList } from "~/i18n/lists";

it.each([
  ["en", "1 month, 1 year, and 2 years"],
  ["de", "1 month, 1 year und 2 years"],
  ["ja", "1 month、1 year、2 years"],
] as const)("%s joins a list as it does", (lang, text) => {
  expect(formatList(lang, ["1 month", "1 year", "2 years"])).toBe(text);
});

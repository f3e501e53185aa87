import fc from "fast-check";
import { expect, it } from "vitest";
import { isLocaleCode, LOCALES } from "~/i18n/locales";
import { negotiateLanguage } from "~/i18n/negotiate.server";
import { runs } from "../setup/effort";

it.each(LOCALES.map(({ code, tag }) => [tag, code]))("%s gets %s", (tag, code) => {
  expect(negotiateLanguage(tag)).toBe(code);
});

it.each([
  ["zh", "zh-hans"],
  ["zh-CN", "zh-hans"],
  ["zh-SG", "zh-hans"],
  ["zh-Hans-US", "zh-hans"],
  ["zh-TW", "zh-hant"],
  ["zh-hk", "zh-hant"],
  ["ZH-MO", "zh-hant"],
  ["zh-Hant-TW", "zh-hant"],
  ["zh-Hant-US", "zh-hant"],
  ["in", "id"],
  ["in-ID", "id"],
  ["pa-IN", "pa"],
  ["pt-PT", "pt"],
  ["es-419", "es"],
])("a browser set to %s gets %s", (header, code) => {
  expect(negotiateLanguage(header)).toBe(code);
});

it.each([
  ["de;q=0.5, fr;q=0.9", "fr"],
  ["zh-Hant-TW;q=0.1, ja;q=0.2", "ja"],
  ["nb, de;q=0.5", "de"],
  ["fr;q=0, de;q=0.1", "de"],
  ["en-US,en;q=0.9,zh-TW;q=0.8", "en"],
  ["*", "en"],
  ["fr;q=0.4, *;q=0.1", "fr"],
])("%s is weighed to %s", (header, code) => {
  expect(negotiateLanguage(header)).toBe(code);
});

it.each([[null], [""], ["q=1"], [";;;,,,"], ["fr;q=0"], ["tlh"], ["__proto__"]])(
  "%s says nothing, so English",
  (header) => {
    expect(negotiateLanguage(header)).toBe("en");
  },
);

it("whatever a header holds, it negotiates to one of the 26", () => {
  const word = fc.oneof(fc.string(), fc.constantFrom("zh-Hant", "de", "*", ";q=", "0.5", ",", "-", "in"));
  const header = fc.array(word).map((words) => words.join(""));
  fc.assert(
    fc.property(header, (text) => {
      expect(isLocaleCode(negotiateLanguage(text))).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

import { expect, it } from "vitest";
import { formatList, joinSentences } from "~/i18n/lists";

it.each([
  ["en", "1 month, 1 year, and 2 years"],
  ["de", "1 month, 1 year und 2 years"],
  ["ja", "1 month、1 year、2 years"],
] as const)("%s joins a list as it does", (lang, text) => {
  expect(formatList(lang, ["1 month", "1 year", "2 years"])).toBe(text);
});

it.each([
  ["th", "PayPal และ Paddle"],
  ["zh-hant", "PayPal 和 Paddle"],
  ["my", "PayPal နဲ့ Paddle"],
] as const)("%s keeps Latin names apart from the word between them", (lang, text) => {
  expect(formatList(lang, ["PayPal", "Paddle"])).toBe(text);
});

it("joins Chinese words without spaces, and Chinese or Japanese sentences, too", () => {
  expect(formatList("zh-hans", ["续订", "礼品卡"])).toBe("续订和礼品卡");
  expect(joinSentences("ja", ["はい。", "いいえ。"])).toBe("はい。いいえ。");
  expect(joinSentences("de", ["Ja.", "Nein."])).toBe("Ja. Nein.");
});

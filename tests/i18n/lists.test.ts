import { expect, it } from "vitest";
import { formatList, joinSentences } from "~/i18n/lists";

it.each([
  ["en", "1 month, 1 year, and 2 years"],
  ["de", "1 month, 1 year und 2 years"],
  ["hi", "1 month, 1 year और 2 years"],
  ["ur", "1 month، 1 year اور 2 years"],
  ["fa", "1 month،\u200f 1 year و 2 years"],
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

it.each([
  ["th", ["1 เดือน", "1 ปี", "2 ปี"], "1 เดือน 1 ปี และ 2 ปี"],
  ["zh-hans", ["1 年", "2 年"], "1 年和 2 年"],
  ["my", ["1 လ", "2 နှစ်"], "1 လနဲ့ 2 နှစ်"],
] as const)("%s keeps numbers apart from the word between them", (lang, items, text) => {
  expect(formatList(lang, items)).toBe(text);
});

it("joins Chinese words without spaces, and Chinese or Japanese sentences, too", () => {
  expect(formatList("zh-hans", ["续订", "礼品卡"])).toBe("续订和礼品卡");
  expect(joinSentences("ja", ["はい。", "いいえ。"])).toBe("はい。いいえ。");
  expect(joinSentences("de", ["Ja.", "Nein."])).toBe("Ja. Nein.");
});

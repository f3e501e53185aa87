import { type LocaleCode, localeOf } from "./locales";
import { memo } from "./memo";

const listFormat = memo((lang: LocaleCode) => new Intl.ListFormat(localeOf(lang).tag, { type: "conjunction" }));

/** What Intl joins a list with, and what is written. */
type Joints = Readonly<Record<string, string>>;

/** Intl's Burmese is the literary one, with a hyphen for a comma. */
const JOINTS: Partial<Record<LocaleCode, Joints>> = { my: { "နှင့် ": "နဲ့ ", " - ": "၊ " } };

/** Words between Latin names stand apart from them: "PayPal และ Paddle". */
const LATIN_JOINTS: Partial<Record<LocaleCode, Joints>> = {
  my: { "နှင့် ": " နဲ့ ", " - ": "၊ " },
  th: { และ: " และ " },
  "zh-hans": { 和: " 和 " },
  "zh-hant": { 和: " 和 " },
};

const areLatin = (items: readonly string[]): boolean => items.every((item) => /^[\p{Script=Latin}\d]/u.test(item));

/** "a, b and c" as the language writes it. */
export function formatList(lang: LocaleCode, items: readonly string[]): string {
  const joints = (areLatin(items) ? LATIN_JOINTS : JOINTS)[lang] ?? {};
  return listFormat(lang)
    .formatToParts(items)
    .map(({ value }) => joints[value] ?? value)
    .join("");
}

/** Chinese and Japanese stops have their space in them. */
const WITHOUT_SPACE: readonly LocaleCode[] = ["ja", "zh-hans", "zh-hant"];

/** Sentences one after another, as a paragraph. */
export const joinSentences = (lang: LocaleCode, sentences: readonly string[]): string =>
  sentences.join(WITHOUT_SPACE.includes(lang) ? "" : " ");

/** Between facts that stand in one line; in Persian a dot beside a digit reads as a zero (۰). */
export const separatorOf = (lang: LocaleCode): string => (lang === "fa" ? " – " : " · ");

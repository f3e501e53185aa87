import { type LocaleCode, localeOf } from "./locales";
import { memo } from "./memo";

const listFormat = memo((lang: LocaleCode) => new Intl.ListFormat(localeOf(lang).tag, { type: "conjunction" }));

/** What Intl joins a list with, and what is written. */
type Joints = Readonly<Record<string, string>>;

/** Intl has a comma before the last "and" where nobody writes one, and a literary Burmese with a hyphen for a comma. */
const JOINTS: Partial<Record<LocaleCode, Joints>> = {
  fa: { "، و ": " و " },
  hi: { ", और ": " और " },
  my: { "နှင့် ": "နဲ့ ", " - ": "၊ " },
  ur: { "، اور ": " اور " },
};

/** Written without spaces, but not beside Latin letters and digits: "PayPal และ Paddle", "1 年和 2 年". */
const APART: readonly LocaleCode[] = ["my", "th", "zh-hans", "zh-hant"];

const space = (isBesideLatin: boolean): string => (isBesideLatin ? " " : "");

function apart(joint: string, before: string, after: string): string {
  if (!/\p{L}/u.test(joint)) return joint;
  const start = space(/[\p{Script=Latin}\d]$/u.test(before) && !joint.startsWith(" "));
  return start + joint + space(/^[\p{Script=Latin}\d]/u.test(after) && !joint.endsWith(" "));
}

/** "a, b and c" as the language writes it. */
export function formatList(lang: LocaleCode, items: readonly string[]): string {
  const parts = listFormat(lang).formatToParts(items);
  const written = parts.map(({ value, type }) => (type === "literal" ? (JOINTS[lang]?.[value] ?? value) : value));
  if (!APART.includes(lang)) return written.join("");
  return written
    .map((text, at) =>
      parts[at]?.type === "literal" ? apart(text, written[at - 1] ?? "", written[at + 1] ?? "") : text,
    )
    .join("");
}

/** Chinese and Japanese stops have their space in them. */
const WITHOUT_SPACE: readonly LocaleCode[] = ["ja", "zh-hans", "zh-hant"];

/** Sentences one after another, as a paragraph. */
export const joinSentences = (lang: LocaleCode, sentences: readonly string[]): string =>
  sentences.join(WITHOUT_SPACE.includes(lang) ? "" : " ");

/** Between facts that stand in one line; in Persian a dot beside a digit reads as a zero (۰). */
export const separatorOf = (lang: LocaleCode): string => (lang === "fa" ? " – " : " · ");

import { type LocaleCode, localeOf } from "./locales";

const kept = new Map<LocaleCode, Intl.ListFormat>();

/** "a, b and c" as the language writes it. */
export function formatList(lang: LocaleCode, items: readonly string[]): string {
  const format = kept.get(lang) ?? new Intl.ListFormat(localeOf(lang).tag, { type: "conjunction" });
  kept.set(lang, format);
  return format.format(items);
}

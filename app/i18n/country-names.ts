import { type LocaleCode, localeOf } from "./locales";

const kept = new Map<LocaleCode, Intl.DisplayNames>();

/** A country's name in the visitor's language; its code where the runtime knows no name. */
export function countryName(lang: LocaleCode, code: string): string {
  const names = kept.get(lang) ?? new Intl.DisplayNames(localeOf(lang).tag, { type: "region" });
  kept.set(lang, names);
  const name = names.of(code) ?? code;
  // CLDR spells Russian without ё.
  return lang === "ru" ? name.replace("единенн", "единённ") : name;
}

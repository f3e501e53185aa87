import { type LocaleCode, localeOf } from "./locales";
import { memo } from "./memo";

const namesIn = memo((lang: LocaleCode) => new Intl.DisplayNames(localeOf(lang).tag, { type: "region" }));

const shortNamesIn = memo(
  (lang: LocaleCode) => new Intl.DisplayNames(localeOf(lang).tag, { type: "region", style: "short" }),
);

/** The same as people say it, such as "US", where there is a shorter name. */
export const shortCountryName = (lang: LocaleCode, code: string): string => shortNamesIn(lang).of(code) ?? code;

/** A country's name in the visitor's language; its code where the runtime knows no name. */
export function countryName(lang: LocaleCode, code: string): string {
  const name = namesIn(lang).of(code) ?? code;
  // CLDR spells Russian without ё.
  return lang === "ru" ? name.replace("единенн", "единённ") : name;
}

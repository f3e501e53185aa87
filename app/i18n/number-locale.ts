import { type LocaleCode, localeOf } from "./locales";

/** The locale's tag with fixed digits: Latin ones unless locales.ts names others. */
export function numberLocale(lang: LocaleCode): string {
  const { tag, digits = "latn" } = localeOf(lang);
  return `${tag}-u-ca-gregory-nu-${digits}`;
}

import { type LocaleCode, localeOf } from "./locales";

/** The locale's tag with its digits pinned: Latin ones unless the table in locales.ts names others. */
export function numberLocale(lang: LocaleCode): string {
  const { tag, digits = "latn" } = localeOf(lang);
  return `${tag}-u-ca-gregory-nu-${digits}`;
}

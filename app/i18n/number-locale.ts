import { type LocaleCode, localeOf } from "./locales";

/** The locale's tag with a fixed calendar, the Gregorian one unless told, and the digits of locales.ts. */
export function numberLocale(lang: LocaleCode, calendar: "gregory" | "persian" = "gregory"): string {
  const { tag, digits = "latn" } = localeOf(lang);
  return `${tag}-u-ca-${calendar}-nu-${digits}`;
}

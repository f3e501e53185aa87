import { useLocale } from "remix-i18next/react";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "./locales";

/** The language of the page, as the root loader settled it. */
export function useLang(): LocaleCode {
  const lang = useLocale("lang");
  return isLocaleCode(lang) ? lang : DEFAULT_LOCALE;
}

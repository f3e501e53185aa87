import { useLocale } from "remix-i18next/react";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "./locales";

/** The page's language, as the root loader determined it. */
export function useLang(): LocaleCode {
  const lang = useLocale("lang");
  return isLocaleCode(lang) ? lang : DEFAULT_LOCALE;
}

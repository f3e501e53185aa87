import type { Params } from "@remix-run/react";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { pageNotFound } from "~/problem.server";

/** The language of a route. The segment is optional, so any word can stand there: one that is no language is a 404. */
export function languageParam(params: Params, request: Request): LocaleCode {
  const { lang = DEFAULT_LOCALE } = params;
  if (!isLocaleCode(lang)) throw pageNotFound(request);
  return lang;
}

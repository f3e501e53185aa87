import type { Params } from "@remix-run/react";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { negotiateLanguage } from "~/i18n/negotiate.server";
import { splitPath } from "~/i18n/pages";
import { pageNotFound } from "~/problem.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { edgeProblem } from "./edge-problem.server";

/** Carries an explicit choice of English past browsers that refuse cookies: without a prefix nothing else would. */
export const ENGLISH_HINT = { name: "hl", value: DEFAULT_LOCALE } as const;

/** The language a visitor would get on a path that names none: the remembered one, then the browser's, then English. */
export function preferredLanguage(request: Request, url = new URL(request.url)): LocaleCode {
  if (url.searchParams.get(ENGLISH_HINT.name) === ENGLISH_HINT.value) return DEFAULT_LOCALE;
  const remembered = cookieOf(request, "LANGUAGE");
  return isLocaleCode(remembered) ? remembered : negotiateLanguage(request.headers.get("accept-language"));
}

/**
 * The language of the page that is asked for: the path decides, and one without a language has been settled as English.
 * A request that the host refused was never settled, so there the visitor's own preference holds.
 */
export function pageLanguage(request: Request): LocaleCode {
  const named = splitPath(new URL(request.url).pathname).lang;
  return named ?? (edgeProblem(request) === undefined ? DEFAULT_LOCALE : preferredLanguage(request));
}

/** The language of a route. The segment is optional, so any word can stand there: one that is no language is a 404. */
export function languageParam(params: Params, request: Request): LocaleCode {
  const { lang = DEFAULT_LOCALE } = params;
  if (!isLocaleCode(lang)) throw pageNotFound(request);
  return lang;
}

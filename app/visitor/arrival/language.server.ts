import type { Params } from "@remix-run/react";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { negotiateLanguage } from "~/i18n/negotiate.server";
import { splitPath } from "~/i18n/pages";
import { pageNotFound } from "~/problem.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { edgeProblem } from "./edge-problem.server";

/** Keeps an explicit choice of English in browsers that refuse cookies: English has no prefix in the path. */
export const ENGLISH_HINT = { name: "hl", value: DEFAULT_LOCALE } as const;

/** The language a visitor would get on a path that names none: the remembered one, then the browser's, then English. */
export function preferredLanguage(request: Request, url = new URL(request.url)): LocaleCode {
  if (url.searchParams.get(ENGLISH_HINT.name) === ENGLISH_HINT.value) return DEFAULT_LOCALE;
  const remembered = cookieOf(request, "LANGUAGE");
  return isLocaleCode(remembered) ? remembered : negotiateLanguage(request.headers.get("accept-language"));
}

/**
 * The language of the requested page: the one in the path, else English. Where the host refused the request, the path
 * was not settled, so the visitor's preferred language is used.
 */
export function pageLanguage(request: Request): LocaleCode {
  const named = splitPath(new URL(request.url).pathname).lang;
  return named ?? (edgeProblem(request) === undefined ? DEFAULT_LOCALE : preferredLanguage(request));
}

/** The language of the page of ours whose link was followed; undefined where it was none, or the browser does not say. */
export function languageOfReferrer({ url, headers }: Request): LocaleCode | undefined {
  const from = URL.parse(headers.get("referer") ?? "");
  const isOwn = from?.host === new URL(url).host || from?.host === headers.get("host");
  return from !== null && isOwn ? (splitPath(from.pathname).lang ?? DEFAULT_LOCALE) : undefined;
}

/** The language of a route. @throws a 404 if the optional segment is not a language */
export function languageParam(params: Params, request: Request): LocaleCode {
  const { lang = DEFAULT_LOCALE } = params;
  if (!isLocaleCode(lang)) throw pageNotFound(request);
  return lang;
}

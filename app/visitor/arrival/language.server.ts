import type { Params } from "@remix-run/react";
import { pageNotFound } from "~/errors/errors.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode, splitPath } from "~/i18n/locales";
import { negotiateLanguage } from "~/i18n/negotiate.server";
import { hostFacts } from "~/security/host-facts.server";
import { cookieOf } from "~/visitor/browser/cookies.server";

/** Keeps an explicit choice of English in browsers that refuse cookies: English has no prefix in the path. */
export const ENGLISH_HINT = { name: "hl", value: DEFAULT_LOCALE } as const;

/**
 * The language a visitor would get on a path that names none: that of the page of ours whose link they follow, as English pages name none;
 * then the remembered one, the browser's, English.
 */
export function preferredLanguage(request: Request, url = new URL(request.url)): LocaleCode {
  if (url.searchParams.get(ENGLISH_HINT.name) === ENGLISH_HINT.value) return DEFAULT_LOCALE;
  return rememberedOrNegotiated(
    languageOfReferrer(request) ?? cookieOf(request, "LANGUAGE"),
    request.headers.get("accept-language"),
  );
}

export const rememberedOrNegotiated = (remembered: string | undefined, acceptLanguage: string | null): LocaleCode =>
  isLocaleCode(remembered) ? remembered : negotiateLanguage(acceptLanguage);

/**
 * The language of the requested page: the one in the path, else English. Where the host refused the request, the path
 * was not looked at, so the visitor's preferred language is used.
 */
export function pageLanguage(request: Request): LocaleCode {
  const named = splitPath(new URL(request.url).pathname).lang;
  return named ?? (hostFacts(request).problem === undefined ? DEFAULT_LOCALE : preferredLanguage(request));
}

/** The language of the page of ours whose link was followed; undefined where it was none, or the browser does not say. */
export const languageOfReferrer = (request: Request): LocaleCode | undefined => languageOf(referringPage(request));

const languageOf = (page: URL | undefined): LocaleCode | undefined =>
  page && (splitPath(page.pathname).lang ?? DEFAULT_LOCALE);

/** @param hosts the site's */
export const languageAt = (referrer: string | null, hosts: readonly (string | null)[]): LocaleCode | undefined =>
  languageOf(pageOfOurs(referrer, hosts));

/** The page of ours that a request comes from; undefined where it was none, or the browser does not say. */
export const referringPage = ({ url, headers }: Request): URL | undefined =>
  pageOfOurs(headers.get("referer"), [new URL(url).host, headers.get("host")]);

function pageOfOurs(referrer: string | null, hosts: readonly (string | null)[]): URL | undefined {
  const from = referrer === null ? null : URL.parse(referrer);
  return from !== null && hosts.includes(from.host) ? from : undefined;
}

/** The language of a route. @throws a 404 if the optional segment is not a language */
export function languageParam(params: Params, request: Request): LocaleCode {
  const { lang = DEFAULT_LOCALE } = params;
  if (!isLocaleCode(lang)) throw pageNotFound(request);
  return lang;
}

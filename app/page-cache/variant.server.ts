import { env } from "~/env.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from "~/i18n/locales";
import { type Page, pageOf, splitPath } from "~/i18n/pages";
import { linksStyles } from "~/styles/linked-styles.server";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { knownGeo } from "~/upstream/visitor-facts.server";
import { languageAt, rememberedOrNegotiated } from "~/visitor/arrival/language.server";
import { TRACKING_COOKIES } from "~/visitor/attribution/attribution";
import { COOKIES_OF_CONSENT, consentSaid, isPrivacySignal } from "~/visitor/attribution/tracking.server";
import { isConsentAskedIn, isKnownApp } from "~/visitor/brand/brands.server";
import { COOKIES, type CookieName, cookieHeader, cookiesIn, sentCookie } from "~/visitor/browser/cookies.server";
import { cutUserAgent, isInAppBrowser } from "~/visitor/browser/device.server";
import { rememberedApp } from "~/visitor/session.server";
import { countryOf, geoOf, isGated, isLiteFor } from "~/visitor/visitor.server";

/** A request, as far as a page that is the same for many visitors depends on it. */
export interface Asked {
  /** Without a query. */
  path: string;
  /** By their names in lower case; the host has checked them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function headerOf({ headers }: Asked, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

/** A page as all visitors with the same choices get it, and what of it is for one visitor. */
export interface Variant {
  /** Everything that the page depends on, and nothing else. */
  key: string;
  path: string;
  page: Page | undefined;
  isLite: boolean;
  /** Of the network address; undefined where it could not be found out. */
  country: string | undefined;
  /** The headers of a request for which the page is rendered: they say what the key says, and nothing of the visitor. */
  headers: Readonly<Record<string, string>>;
  /** The visitor may be tracked. */
  mayTrack: boolean;
  /** What is remembered of the visitor's choices from now on, as Set-Cookie headers. */
  choices: readonly string[];
  cookie: ReturnType<typeof cookiesIn>;
}

/** Pages that may be kept, by the rest of their path. */
const KEPT = /^\/(?:|pricing|receipts|payment(?:\/[A-Za-z0-9_-]{1,64})?)$/;

/** Whoever has one of these gets a page of their own: they are known, have paid here, or were sent by somebody. */
const PERSONAL: readonly CookieName[] = [
  "session",
  "paypal_token",
  "signUp",
  "receipts",
  "orders",
  "channel",
  ...TRACKING_COOKIES,
];

/** How the user agent of an app's built-in browser looks, of whatever app. */
const IN_APP = "Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 Version/4.0 Chrome/120.0 Mobile";

/** Which kept page answers a request; undefined where the answer is the visitor's own. */
export async function variantOf(asked: Asked): Promise<Variant | undefined> {
  const { path } = asked;
  const { lang: named, rest } = splitPath(path);
  if (!KEPT.test(rest) || path !== settledPath(named, rest)) return undefined;
  const cookie = cookiesIn(headerOf(asked, "cookie"));
  if (PERSONAL.some((name) => cookie(name) !== undefined)) return undefined;
  const language = languageFor(asked, named, cookie("LANGUAGE"));
  const appType = rememberedApp(cookie("app")) ?? DEFAULT_APP_ID;
  if (language === undefined || !isKnownApp(appType)) return undefined;
  const consent = consentSaid(isPrivacySignal(headerOf(asked, "sec-gpc")), cookie("consent"));
  // What is kept of whoever refuses goes with their next page.
  if (consent === false && COOKIES_OF_CONSENT.some((name) => cookie(name) !== undefined)) return undefined;
  const requestId = headerOf(asked, "x-request-id") ?? crypto.randomUUID();
  const visitorIp = headerOf(asked, "x-visitor-ip") ?? undefined;
  const caller = { requestId, appType, isKnownApp: true, visitorIp };
  const geo = knownGeo(visitorIp ?? "") ?? (await geoOf({ requestId, caller }));
  const isLite = isLiteFor(cookie("lite"), headerOf(asked, "save-data"), headerOf(asked, "ect"));
  const headers = headersFor(asked, cookie, isLite, { LANGUAGE: language.code, app: String(appType) });
  return {
    key: `${path} ${Object.entries(headers).join(" ")} ${countryOf(geo)} ${isGated(geo)}`,
    path,
    page: pageOf(path),
    isLite,
    country: countryOf(geo),
    headers,
    mayTrack: consent ?? !isConsentAskedIn(appType, countryOf(geo)),
    choices: language.isNew ? [cookieHeader("LANGUAGE", language.code)] : [],
    cookie,
  };
}

/** The path that needs no redirect; see visitor/arrival/arrival.server.ts. */
function settledPath(named: LocaleCode | undefined, rest: string): string {
  if (named === undefined || named === DEFAULT_LOCALE) return rest;
  return rest === "/" ? `/${named}` : `/${named}${rest}`;
}

/** What a request says of the choices that a page depends on, in one way for all who chose the same. */
function headersFor(
  asked: Asked,
  cookie: Variant["cookie"],
  isLite: boolean,
  chosen: Readonly<Partial<Record<CookieName, string>>>,
): Record<string, string> {
  const country = cookie("country");
  const consent = cookie("consent");
  const choices: Readonly<Partial<Record<CookieName, string>>> = {
    ...chosen,
    lite: isLite ? "1" : "0",
    country: isCountryCode(country) ? country : undefined,
    consent: consent === "0" || consent === "1" ? consent : undefined,
  };
  const sent = COOKIES.flatMap((name) => (choices[name] === undefined ? [] : [sentCookie(name, choices[name])]));
  const headers: Record<string, string> = { cookie: sent.join("; ") };
  if (linksStyles(isLite, headerOf(asked, "sec-fetch-site"), pageOf(asked.path)))
    headers["sec-fetch-site"] = "same-origin";
  if (isPrivacySignal(headerOf(asked, "sec-gpc"))) headers["sec-gpc"] = "1";
  if (isInAppBrowser(cutUserAgent(headerOf(asked, "user-agent")))) headers["user-agent"] = IN_APP;
  return headers;
}

/** The page's language, and whether it is remembered from now on; undefined where the answer leads to, or speaks of, another one. */
function languageFor(asked: Asked, named: LocaleCode | undefined, remembered: string | undefined) {
  if (named === undefined) {
    const preferred = rememberedOrNegotiated(remembered, headerOf(asked, "accept-language"));
    return preferred === DEFAULT_LOCALE ? { code: preferred, isNew: false } : undefined;
  }
  const isNew = remembered !== named;
  const before = isNew
    ? (languageAt(headerOf(asked, "referer"), [new URL(env().publicOrigin).host]) ?? remembered)
    : named;
  return isLocaleCode(before) && before !== named ? undefined : { code: named, isNew };
}

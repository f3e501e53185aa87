import { type Cookies, parseCookie, type SetCookie, stringifySetCookie } from "cookie";
import { env } from "~/env.server";
import { LONGEST_DAYS } from "~/store/store.server";

/** Every cookie of the site; docs/privacy.md tells what for. */
export const COOKIES = [
  "LANGUAGE",
  "country",
  "lite",
  "wallet",
  "consent",
  "asks",
  "campaign",
  "channel",
  "userId",
  "app",
  "session",
  "orders",
  "receipts",
  "paypal_token",
  "signUp",
  "storeToken",
  "csrf",
  "cje",
  "cje-client",
  "cf-click",
  "_aid",
] as const;
export type CookieName = (typeof COOKIES)[number];

interface Policy {
  /** Lifetime in days; by default until the browser is closed. */
  days?: () => number;
  /** `__Host-` binds a cookie to this host. For all cookies whose name we may choose. */
  isHostBound?: true;
  /** Scripts may read it. */
  isReadable?: true;
}

const year: Policy = { days: () => 365 };
const click = (network: "cj" | "cf" | "admitad"): Policy => ({
  days: () => env().affiliateDays[network],
  isReadable: true,
});

const POLICIES: Readonly<Record<CookieName, Policy>> = {
  LANGUAGE: year,
  country: { ...year, isHostBound: true },
  lite: { ...year, isHostBound: true },
  /** Written by scripts; see visitor/browser/wallet.ts. */
  wallet: { isReadable: true },
  consent: { days: () => 180, isHostBound: true },
  /** `1`: the browser's time zone is of a place where visitors are asked; see visitor/attribution/asking-zone.ts. */
  asks: { isHostBound: true },
  /** The utm values of the last campaign, as JSON. */
  campaign: { days: () => env().campaignDays, isReadable: true },
  channel: { isReadable: true },
  /** A copy of the value that the browser keeps in local storage under the same name. */
  userId: { days: () => 365, isReadable: true },
  app: { isHostBound: true },
  session: { isHostBound: true },
  /** The numbers of orders sent from this browser; see visitor/sealed-cookies.server.ts. */
  orders: { isHostBound: true },
  /** The orders that were paid in this browser; see visitor/sealed-cookies.server.ts. */
  receipts: { days: () => LONGEST_DAYS, isHostBound: true },
  paypal_token: {},
  /** Names the sign-up's token that this browser was given; see visitor/sealed-cookies.server.ts. */
  signUp: { isHostBound: true },
  /** An app store's token; see visitor/store-token.server.ts. */
  storeToken: { isHostBound: true },
  csrf: { isHostBound: true },
  cje: click("cj"),
  "cje-client": click("cj"),
  "cf-click": click("cf"),
  _aid: click("admitad"),
};

const isHttps = () => env().publicOrigin.startsWith("https://");

/** `__Host-` cookies need https. */
const sentName = (name: CookieName): string => (POLICIES[name].isHostBound && isHttps() ? `__Host-${name}` : name);

const NO_COOKIES: Cookies = {};

/** Reads a Cookie header; null or undefined: there is none. */
export function cookiesIn(header: string | null | undefined): (name: CookieName) => string | undefined {
  const cookies = header ? parseCookie(header) : NO_COOKIES;
  return cookies === NO_COOKIES ? () => undefined : (name) => cookies[sentName(name)];
}

const parsed = new WeakMap<Request, ReturnType<typeof cookiesIn>>();

export function cookieOf(request: Request, name: CookieName): string | undefined {
  const cookies = parsed.get(request) ?? cookiesIn(request.headers.get("cookie"));
  parsed.set(request, cookies);
  return cookies(name);
}

/** A cookie as a browser sends it. `value`: a word. */
export const sentCookie = (name: CookieName, value: string): string => `${sentName(name)}=${value}`;

const DAY = 24 * 60 * 60;

/** A Set-Cookie header's value. `seconds`: overrides the cookie's usual lifetime. */
export function cookieHeader(name: CookieName, value: string, seconds?: number): string {
  const { days, isReadable } = POLICIES[name];
  const cookie: SetCookie = {
    name: sentName(name),
    value,
    path: "/",
    sameSite: "lax",
    secure: isHttps(),
    httpOnly: isReadable !== true,
  };
  const maxAge = seconds ?? (days === undefined ? undefined : days() * DAY);
  return stringifySetCookie(maxAge === undefined ? cookie : { ...cookie, maxAge });
}

/** The Set-Cookie header's value that deletes a cookie. */
export const expiredCookie = (name: CookieName): string => cookieHeader(name, "", 0);

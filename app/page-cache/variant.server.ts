import { env } from "~/env.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode, splitPath } from "~/i18n/locales";
import { type Page, pageOf } from "~/i18n/pages";
import { isGoodCoupon } from "~/offers/apply-coupon.server";
import { chosenCountry } from "~/offers/load-offers.server";
import { isCouponId } from "~/offers/offer";
import { PAGE_PARAMS } from "~/paths";
import { factsIn, type HostFacts } from "~/security/host-facts.server";
import { linksStyles } from "~/styles/linked-styles.server";
import type { GivenAnswers } from "~/upstream/answer-cache.server";
import { knownGeo } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client/client.server";
import { DEFAULT_APP_ID } from "~/upstream/contract/signed-link";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { languageAt, rememberedOrNegotiated } from "~/visitor/arrival/language.server";
import { COOKIES_OF_CONSENT, TRACKING_COOKIES } from "~/visitor/attribution/attribution";
import {
  attributionOf,
  type Consent,
  consentSaid,
  isPrivacySignal,
  NOBODY,
  trackingCookies,
  trackingOf,
} from "~/visitor/attribution/tracking.server";
import { isKnownApp, needsConsentIn } from "~/visitor/brand/brands.server";
import { COOKIES, type CookieName, cookiesIn } from "~/visitor/browser/cookies.server";
import { cutUserAgent, isInAppBrowser, walletSaid } from "~/visitor/browser/device.server";
import { rememberedApp } from "~/visitor/session.server";
import { type Closed, closedIn, countryOf, geoOf, isLightFor, signedPlaces, visitorOf } from "~/visitor/visitor.server";
import { type Member, type MemberChoices, memberOf } from "./member.server";
import { tokenInLink } from "./token-in-link.server";

/**
 * All that a cached page depends on: whoever has the same gets the same page, rendered from nothing else. Tests compare cached pages
 * with others for two values of each.
 */
export interface Choices {
  /** It names the language. */
  path: string;
  appType: number;
  /** The light version. */
  isLight: boolean;
  /** Its styles are linked, and not in the page. */
  linksStyles: boolean;
  /** The browser has Apple Pay or Google Pay; undefined where it has not said so yet, or the page has no ways to pay. */
  hasWallet: boolean | undefined;
  /** The country whose prices were chosen. */
  priceCountry: string | undefined;
  /** Whether the visitor agreed to be tracked; undefined where nobody has asked. */
  consent: boolean | undefined;
  /** Nobody has asked, and a language of the browser or its time zone is of a place where visitors have to agree. */
  isOfAskingPlace: boolean;
  /** The browser asks not to be tracked. */
  isPrivate: boolean;
  /** The browser is one inside an app. */
  isInApp: boolean;
  /** Its link out of there carries the store's token that the visitor came with. */
  hasTokenInLink: boolean;
  /** Where the visitor was sent from: a channel may have its own plans. */
  channel: string | undefined;
  /** The network CJ sent the visitor, who may be tracked: it may have its own providers. */
  isFromCj: boolean;
  /** Of the network address; undefined where it could not be found out. */
  country: string | undefined;
  /** That country is closed. */
  closed: Closed | undefined;
  /** A coupon in the address that the payments API has just accepted. */
  coupon: string | undefined;
  /** Whoever came by an app's link; undefined: nobody is signed in. */
  member: MemberChoices | undefined;
}

/** What a cookie is to a cached page. A new cookie needs a line here, and one in tests/routes/page-cache.test.ts. */
const COOKIE_ROLES: Readonly<Record<CookieName, "choice" | "member" | "personal" | "unseen">> = {
  // In the key.
  LANGUAGE: "choice",
  country: "choice",
  lite: "choice",
  wallet: "choice",
  consent: "choice",
  asks: "choice",
  app: "choice",
  channel: "choice",
  "cje-client": "choice",
  // Of the payments API's answers about them the key has what a page shows.
  session: "member",
  paypal_token: "member",
  // Whoever has one gets a page of their own: they have paid here, or may have.
  signUp: "personal",
  receipts: "personal",
  orders: "personal",
  // Nothing in a page but what stands in its gaps.
  cje: "unseen",
  "cf-click": "unseen",
  _aid: "unseen",
  campaign: "unseen",
  userId: "unseen",
  csrf: "unseen",
  storeToken: "unseen",
};

/** The headers of which a page may depend. Tests try values of each, and look for others that the app reads. */
export const PAGE_HEADERS = [
  "accept-language",
  "cookie",
  "ect",
  "referer",
  "save-data",
  "sec-fetch-site",
  "sec-gpc",
  "user-agent",
] as const;
/** Which answer carries the page. */
type AnswerHeader = "accept-encoding" | "if-none-match";

/** A visitor's request, as far as it decides what they get from the cache. */
export interface Visit {
  /** Without the query. */
  path: string;
  /** The query, with its question mark; empty where there is none. */
  search: string;
  /** By their names in lower case; the host has checked them. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const oneIn = ({ headers }: Visit, name: string): string | null => {
  const value = headers[name];
  return typeof value === "string" ? value : null;
};
export const headerOf = (visit: Visit, name: (typeof PAGE_HEADERS)[number] | AnswerHeader): string | null =>
  oneIn(visit, name);
export const factsOf = (visit: Visit): HostFacts => factsIn((name) => oneIn(visit, name));

/** A page as all visitors with the same choices get it, and what of it is for one visitor. */
export interface Variant {
  key: string;
  choices: Choices;
  page: Page | undefined;
  /** What the payments API says of the visitor; see upstream/answer-cache.server.ts. */
  answers: GivenAnswers;
  /** What is the visitor's alone, by the names of the page's gaps; see member.server.ts. */
  values: Readonly<Record<string, string>>;
  /** The visitor may be tracked. */
  mayTrack: boolean;
  /** The Set-Cookie headers that remember where the visitor comes from. */
  arrivalCookies: readonly string[];
  cookie: ReturnType<typeof cookiesIn>;
}

/** Pages that are cached, by the rest of their path. */
const CACHED = /^\/(?:|pricing|receipts|payment(?:\/[A-Za-z0-9_-]{1,64})?)$/;

/** What a visit says by itself, where the answer may be a cached page. */
interface Asked extends Query {
  cookie: Variant["cookie"];
  appType: number;
  isPrivate: boolean;
  consent: boolean | undefined;
  /** There is a cookie of an app's link. */
  isMember: boolean;
}

/** Undefined where the answer is the visitor's own. */
function askedIn(visit: Visit): Asked | undefined {
  const { path } = visit;
  const cookie = cookiesIn(headerOf(visit, "cookie"));
  const isMember = MEMBER_COOKIES.some((name) => cookie(name) !== undefined);
  const query = mayBeCached(visit, isMember);
  if (query === undefined) return undefined;
  const appType = rememberedApp(cookie("app")) ?? DEFAULT_APP_ID;
  if (isOtherLanguage(visit, splitPath(path).lang, cookie("LANGUAGE")) || !isKnownApp(appType)) return undefined;
  const isPrivate = isPrivacySignal(headerOf(visit, "sec-gpc"));
  const consent = consentSaid(isPrivate, cookie("consent"));
  if (isPersonal(cookie, consent)) return undefined;
  if (query.coupon !== undefined && !isGoodCoupon(appType, query.coupon)) return undefined;
  return { cookie, ...query, appType, isPrivate, consent, isMember };
}

/** Which cached page answers a request; undefined where the answer is the visitor's own. */
export async function variantOf(visit: Visit, toRequest: () => Request): Promise<Variant | undefined> {
  const asked = askedIn(visit);
  if (asked === undefined) return undefined;
  const { path } = visit;
  const { cookie, coupon, appType, isPrivate, consent, isMember } = asked;
  const { requestId, visitorIp } = factsOf(visit);
  const stranger = { caller: { requestId, appType, isKnownApp: true, visitorIp }, member: NOBODY_SIGNED_IN };
  const who = isMember ? await signedInBy(toRequest(), appType) : stranger;
  if (who === undefined) return undefined;
  const { caller, member } = who;
  const geo = knownGeo(visitorIp ?? "") ?? (await geoOf({ requestId, caller }));
  const page = pageOf(path);
  const places = signedPlaces(cookie, headerOf(visit, "accept-language"));
  const isOfAskingPlace = consent === undefined && (places === "asking" || needsConsentIn(appType, places));
  const isLight = isLightFor(cookie("lite"), headerOf(visit, "save-data"), headerOf(visit, "ect"));
  const priceCountry = cookie("country");
  const mayTrack = consent ?? !(isOfAskingPlace || needsConsentIn(appType, [countryOf(geo)]));
  const {
    cookies: arrivalCookies,
    click,
    ...arrival
  } = arrivalOf(visit, cookie, toRequest, {
    mayTrack,
    isAsked: consent === undefined && !mayTrack,
  });
  const linkOut = await linkOutOf(visit, cookie, click);
  if (linkOut === undefined) return undefined;
  const choices: Choices = {
    path,
    appType,
    isLight,
    linksStyles: linksStyles(headerOf(visit, "sec-fetch-site"), page),
    hasWallet: walletAt(page, cookie("wallet")),
    priceCountry: isCountryCode(priceCountry) ? priceCountry : undefined,
    consent: consentSaid(false, cookie("consent")),
    isOfAskingPlace,
    isPrivate,
    isInApp: linkOut.isInApp,
    hasTokenInLink: linkOut.values.storeToken !== undefined,
    ...arrival,
    country: countryOf(geo),
    closed: closedIn(geo),
    coupon,
    member: member.choices,
  };
  return {
    key: JSON.stringify(choices),
    choices,
    page,
    answers: { geo, member: member.answers },
    values: { ...member.values, ...linkOut.values },
    mayTrack,
    arrivalCookies,
    cookie,
  };
}

const MEMBER_COOKIES = COOKIES.filter((name) => COOKIE_ROLES[name] === "member");

const NOBODY_SIGNED_IN = { choices: undefined, answers: undefined, values: {} };

/** Undefined where the cookies name nobody, or somebody whom the payments API does not accept any more. */
async function signedInBy(request: Request, appType: number): Promise<{ caller: Caller; member: Member } | undefined> {
  const visitor = await visitorOf(request);
  const member = visitor.appType === appType ? await memberOf(visitor, chosenCountry(request).country) : undefined;
  return member && { caller: visitor.caller, member };
}

/** Inside an app a page has a link to itself for the phone's own browser, which carries the visitor's click and the store's token. */
interface LinkOut {
  isInApp: boolean;
  /** What stands in the page's gap. */
  values: { storeToken?: string };
}

/** Undefined where what it carries makes the page the visitor's own. */
async function linkOutOf(
  visit: Visit,
  cookie: Variant["cookie"],
  click: string | undefined,
): Promise<LinkOut | undefined> {
  if (!isInAppBrowser(cutUserAgent(headerOf(visit, "user-agent")))) return { isInApp: false, values: {} };
  if (click !== undefined) return undefined;
  const sealed = cookie("storeToken");
  if (sealed === undefined) return { isInApp: true, values: {} };
  const storeToken = await tokenInLink(sealed);
  return storeToken === undefined ? undefined : { isInApp: true, values: { storeToken } };
}

const walletAt = (page: Page | undefined, cookie: string | undefined): boolean | undefined =>
  page === "payment" ? walletSaid(cookie) : undefined;

/** Whether the page, or what it stores, is one visitor's own: what is stored of whoever refuses goes with their next page. */
function isPersonal(cookie: Variant["cookie"], consent: boolean | undefined): boolean {
  const has = (name: CookieName) => cookie(name) !== undefined;
  return (
    COOKIES.some((name) => COOKIE_ROLES[name] === "personal" && has(name)) ||
    (consent === false && COOKIES_OF_CONSENT.some(has))
  );
}

/** What of a query a cached page depends on. */
type Query = Pick<Choices, "coupon">;

/** Undefined where the address is not one of a cached page that needs no redirect, with a query that changes nothing else of it. */
function mayBeCached({ path, search }: Visit, isMember: boolean): Query | undefined {
  const { lang, rest } = splitPath(path);
  if (!CACHED.test(rest) || path !== canonicalPath(lang, rest)) return undefined;
  if (search === "") return NO_QUERY;
  const known = [...new URLSearchParams(search)].filter(([name]) => PAGE_PARAMS.includes(name));
  // To whoever has cookies it says nothing that an app's link was opened.
  const others = known.filter(([name, value]) => !(isMember && name === "via" && value === "app"));
  if (others.length === 0) return NO_QUERY;
  const [[name, coupon] = ["", ""], second] = others;
  const isCoupon = second === undefined && name === "coupon" && isCouponId(coupon) && !isMember;
  return isCoupon && pageOf(path) === "payment" ? { coupon } : undefined;
}

const NO_QUERY: Query = { coupon: undefined };

/** Where a visitor comes from, as far as a page depends on it, and the cookies that remember all of it. */
type Arrival = Pick<Choices, "channel" | "isFromCj"> & {
  /** Of an affiliate's link. */
  click: string | undefined;
  cookies: readonly string[];
};
const FROM_NOWHERE: Arrival = { channel: undefined, isFromCj: false, click: undefined, cookies: [] };

/** As arrive() and visitorOf() find it. */
function arrivalOf({ search }: Visit, cookie: Variant["cookie"], toRequest: () => Request, consent: Consent): Arrival {
  const isSent = search !== "" || [...TRACKING_COOKIES, "channel" as const].some((name) => cookie(name) !== undefined);
  if (!isSent) return FROM_NOWHERE;
  const request = toRequest();
  const tracking = consent.mayTrack ? trackingOf(request) : NOBODY;
  const { cps, channel, isCj } = attributionOf(request, tracking);
  return {
    channel,
    isFromCj: isCj,
    click: cps?.cookie,
    cookies: trackingCookies(request, consent),
  };
}

/** The path that needs no redirect; see visitor/arrival/arrival.server.ts. */
function canonicalPath(named: LocaleCode | undefined, rest: string): string {
  if (named === undefined || named === DEFAULT_LOCALE) return rest;
  return rest === "/" ? `/${named}` : `/${named}${rest}`;
}

/** Whether the answer leads to another language, or says that the language has changed. */
function isOtherLanguage(visit: Visit, named: LocaleCode | undefined, remembered: string | undefined): boolean {
  const followed = languageAt(headerOf(visit, "referer"), [new URL(env().publicOrigin).host]);
  const before = followed ?? remembered;
  if (named === undefined) return rememberedOrNegotiated(before, headerOf(visit, "accept-language")) !== DEFAULT_LOCALE;
  if (remembered === named) return false;
  return isLocaleCode(before) && before !== named;
}

import { z } from "zod";
import type { AffiliatePayload } from "~/upstream/contract/purchase-result";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import {
  affiliateOf,
  asChannel,
  type Campaign,
  CJ_CHANNEL,
  COOKIES_OF_CONSENT,
  campaignIn,
  channelIn,
  isFromCj,
  TRACKING_COOKIES,
  type Tracking,
  type TrackingCookie,
  trackingAfter,
} from "./attribution";

/** What the site may keep and tell of a visitor beside what paying needs. */
export interface Consent {
  /** Affiliates' clicks, campaigns and analytics. */
  mayTrack: boolean;
  /** Where the visitor is, the site has to ask first, and they have not answered. */
  isAsked: boolean;
}

/** Global Privacy Control: the browser says for its visitor that they are not to be tracked. */
export const hasPrivacySignal = (request: Request): boolean => isPrivacySignal(request.headers.get("sec-gpc"));

export const isPrivacySignal = (secGpc: string | null): boolean => secGpc === "1";

/** Whether the visitor may be tracked, as far as their browser says: by its privacy signal, or by their own choice. */
export const chosenConsent = (request: Request): boolean | undefined =>
  consentSaid(hasPrivacySignal(request), cookieOf(request, "consent"));

/** @param choice the browser's cookie */
export function consentSaid(isSignalled: boolean, choice: string | undefined): boolean | undefined {
  if (isSignalled) return false;
  return choice === "1" ? true : choice === "0" ? false : undefined;
}

const paramsOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

function trackingBefore(request: Request): Tracking {
  const remembered = TRACKING_COOKIES.map((name): [TrackingCookie, string] => [name, cookieOf(request, name) ?? ""]);
  return new Map(remembered.filter(([, value]) => value !== ""));
}

/** The tracking of a visitor whom no affiliate sent, or who may not be tracked. */
export const NOBODY: Tracking = new Map();

const ARRIVAL_COOKIES = [...TRACKING_COOKIES, "campaign", "channel"] as const;

/** Neither the address nor a cookie says where the visitor comes from: so it is with most forms. */
const isFromNowhere = (request: Request): boolean =>
  new URL(request.url).search === "" && ARRIVAL_COOKIES.every((name) => cookieOf(request, name) === undefined);

/** Which affiliate sent the visitor, from this request's address or earlier cookies. */
export const trackingOf = (request: Request): Tracking =>
  isFromNowhere(request) ? NOBODY : trackingAfter(paramsOf(request), trackingBefore(request));

/** Where a visitor comes from, as the payments API is told it. */
export interface Attribution {
  /** The affiliate network that sent the visitor; sent with purchases. Undefined for whoever may not be tracked. */
  cps: AffiliatePayload | undefined;
  /** Where the app's link came from; travels as X-From. Visitors from CJ always have CJ's. */
  channel: string | undefined;
  /** The visitor came through the network CJ, and may be tracked. */
  isCj: boolean;
}

/** @param tracking the clicks that may count */
export const attributionOf = (request: Request, tracking: Tracking): Attribution =>
  isFromNowhere(request)
    ? { cps: undefined, channel: undefined, isCj: false }
    : { cps: affiliateOf(tracking), channel: channelOf(request, tracking), isCj: isFromCj(tracking) };

function rememberedChannel(request: Request, tracking: Tracking): string | undefined {
  const remembered = cookieOf(request, "channel") ?? "";
  // This channel was set by a click from CJ, so it is dropped together with that click.
  const isOfClickThatIsGone = remembered === CJ_CHANNEL && isFromCj(trackingBefore(request)) && !isFromCj(tracking);
  return isOfClickThatIsGone ? undefined : asChannel(remembered);
}

const channelOf = (request: Request, tracking: Tracking): string | undefined =>
  isFromCj(tracking) ? CJ_CHANNEL : (channelIn(paramsOf(request)) ?? rememberedChannel(request, tracking));

const cookiesWithConsent = (request: Request) =>
  COOKIES_OF_CONSENT.filter((name) => cookieOf(request, name) !== undefined);

/** Whether it depends on the visitor's consent what a request's cookies become. */
export function needsConsent(request: Request): boolean {
  const isSent = trackingAfter(paramsOf(request), NOBODY).size > 0 || campaignIn(paramsOf(request)) !== undefined;
  const isRefused = chosenConsent(request) === false && cookiesWithConsent(request).length > 0;
  return isSent || isRefused || trackingBefore(request).size > 0;
}

/**
 * The Set-Cookie headers for the affiliate, the campaign and the channel in the address. While the visitor is asked, cookies
 * from before are left as they are and count for nothing; who refuses has none any more.
 */
export function trackingCookies(request: Request, consent: Consent): string[] {
  if (!consent.mayTrack) {
    const gone = consent.isAsked ? [] : cookiesWithConsent(request).map(expiredCookie);
    return [...gone, ...channelCookie(request, NOBODY)];
  }
  const before = trackingBefore(request);
  const after = trackingAfter(paramsOf(request), before);
  const set = after === before ? [] : [...after].map(([name, click]) => cookieHeader(name, click));
  const gone = [...before.keys()].filter((name) => !after.has(name)).map(expiredCookie);
  return [...gone, ...set, ...campaignCookie(request), ...channelCookie(request, after)];
}

const texts = z.record(z.string(), z.string());

/** The visitor's last campaign: the one in this request's address, else the one in the cookie, which anybody can write. */
export function campaignOf(request: Request): Campaign | undefined {
  if (isFromNowhere(request)) return undefined;
  return campaignIn(paramsOf(request)) ?? campaignIn(new URLSearchParams(rememberedCampaign(request)));
}

function rememberedCampaign(request: Request): Record<string, string> {
  try {
    return texts.safeParse(JSON.parse(cookieOf(request, "campaign") ?? "{}")).data ?? {};
  } catch {
    return {};
  }
}

function campaignCookie(request: Request): string[] {
  const campaign = campaignIn(paramsOf(request));
  return campaign === undefined ? [] : [cookieHeader("campaign", JSON.stringify(campaign))];
}

function channelCookie(request: Request, tracking: Tracking): string[] {
  const [remembered, channel] = [cookieOf(request, "channel"), channelOf(request, tracking)];
  if (channel === remembered) return [];
  if (channel !== undefined) return [cookieHeader("channel", channel)];
  return remembered === CJ_CHANNEL ? [expiredCookie("channel")] : [];
}

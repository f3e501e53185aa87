import { z } from "zod";
import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { isFromCj, TRACKING_COOKIES, type Tracking, type TrackingCookie, trackingAfter } from "./affiliates";
import { type Campaign, campaignIn } from "./campaign";
import { asChannel, CJ_CHANNEL, channelIn } from "./channel";

const paramsOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

function trackingBefore(request: Request): Tracking {
  const kept = TRACKING_COOKIES.map((name): [TrackingCookie, string] => [name, cookieOf(request, name) ?? ""]);
  return new Map(kept.filter(([, value]) => value !== ""));
}

/** Which affiliate sent the visitor, from this request's address or earlier cookies. */
export const trackingOf = (request: Request): Tracking => trackingAfter(paramsOf(request), trackingBefore(request));

function channelKept(request: Request): string | undefined {
  const kept = cookieOf(request, "channel") ?? "";
  // This channel was set by a click from CJ, so it is dropped together with that click.
  const isOfClickThatIsGone =
    kept === CJ_CHANNEL && isFromCj(trackingBefore(request)) && !isFromCj(trackingOf(request));
  return isOfClickThatIsGone ? undefined : asChannel(kept);
}

/** The channel for X-From; visitors from CJ always have CJ's. */
export function channelOf(request: Request): string | undefined {
  return isFromCj(trackingOf(request)) ? CJ_CHANNEL : (channelIn(paramsOf(request)) ?? channelKept(request));
}

/** The Set-Cookie headers for the affiliate, the campaign and the channel in the address. */
export function trackingCookies(request: Request): string[] {
  const before = trackingBefore(request);
  const after = trackingAfter(paramsOf(request), before);
  const set = after === before ? [] : [...after].map(([name, click]) => cookieHeader(name, click));
  const gone = [...before.keys()].filter((name) => !after.has(name)).map(expiredCookie);
  return [...gone, ...set, ...campaignCookie(request), ...channelCookie(request)];
}

const texts = z.record(z.string(), z.string());

/** The visitor's last campaign: the one in this request's address, else the one in the cookie, which anybody can write. */
export function campaignOf(request: Request): Campaign | undefined {
  return campaignIn(paramsOf(request)) ?? campaignIn(new URLSearchParams(campaignKept(request)));
}

function campaignKept(request: Request): Record<string, string> {
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

function channelCookie(request: Request): string[] {
  const [kept, channel] = [cookieOf(request, "channel"), channelOf(request)];
  if (channel === kept) return [];
  if (channel !== undefined) return [cookieHeader("channel", channel)];
  return kept === CJ_CHANNEL ? [expiredCookie("channel")] : [];
}

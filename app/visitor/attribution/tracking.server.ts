import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { isFromCj, TRACKING_COOKIES, type Tracking, type TrackingCookie, trackingAfter } from "./affiliates";

const CHANNEL = /^[A-Za-z0-9._-]{1,64}$/;

function trackingBefore(request: Request): Tracking {
  const kept = TRACKING_COOKIES.map((name): [TrackingCookie, string] => [name, cookieOf(request, name) ?? ""]);
  return new Map(kept.filter(([, value]) => value !== ""));
}

/** Which affiliate sent the visitor, from this request's address or earlier cookies. */
export const trackingOf = (request: Request): Tracking =>
  trackingAfter(new URL(request.url).searchParams, trackingBefore(request));

function channelInAddress(request: Request): string | undefined {
  const channel = new URL(request.url).searchParams.get("channel") ?? "";
  return CHANNEL.test(channel) ? channel : undefined;
}

/** The channel of all visitors from the network CJ. */
const CJ_CHANNEL = "cj";

function channelKept(request: Request): string | undefined {
  const kept = cookieOf(request, "channel") ?? "";
  // This channel was set by a click from CJ, so it is dropped together with that click.
  const isOfClickThatIsGone =
    kept === CJ_CHANNEL && isFromCj(trackingBefore(request)) && !isFromCj(trackingOf(request));
  return CHANNEL.test(kept) && !isOfClickThatIsGone ? kept : undefined;
}

/** The channel for X-From; visitors from CJ always have CJ's. */
export function channelOf(request: Request): string | undefined {
  return isFromCj(trackingOf(request)) ? CJ_CHANNEL : (channelInAddress(request) ?? channelKept(request));
}

/** The Set-Cookie headers for the affiliate and the channel in the address. */
export function trackingCookies(request: Request): string[] {
  const before = trackingBefore(request);
  const after = trackingAfter(new URL(request.url).searchParams, before);
  const set = after === before ? [] : [...after].map(([name, click]) => cookieHeader(name, click));
  const gone = [...before.keys()].filter((name) => !after.has(name)).map(expiredCookie);
  return [...gone, ...set, ...channelCookie(request)];
}

function channelCookie(request: Request): string[] {
  const [kept, channel] = [cookieOf(request, "channel"), channelOf(request)];
  if (channel === kept) return [];
  if (channel !== undefined) return [cookieHeader("channel", channel)];
  return kept === CJ_CHANNEL ? [expiredCookie("channel")] : [];
}

import { cookieHeader, cookieOf, expiredCookie } from "~/visitor/browser/cookies.server";
import { isFromCj, TRACKING_COOKIES, type Tracking, type TrackingCookie, trackingAfter } from "./affiliates";

const CHANNEL = /^[A-Za-z0-9._-]{1,64}$/;

function trackingBefore(request: Request): Tracking {
  const kept = TRACKING_COOKIES.map((name): [TrackingCookie, string] => [name, cookieOf(request, name) ?? ""]);
  return new Map(kept.filter(([, value]) => value !== ""));
}

/** Which affiliate sent the visitor: with this very request, or before. */
export const trackingOf = (request: Request): Tracking =>
  trackingAfter(new URL(request.url).searchParams, trackingBefore(request));

function channelInAddress(request: Request): string | undefined {
  const channel = new URL(request.url).searchParams.get("channel") ?? "";
  return CHANNEL.test(channel) ? channel : undefined;
}

/** Where the visitor comes from, in the words of the payments API; visitors of CJ are always its own. */
export function channelOf(request: Request): string | undefined {
  if (isFromCj(trackingOf(request))) return "cj";
  const kept = cookieOf(request, "channel") ?? "";
  return channelInAddress(request) ?? (CHANNEL.test(kept) ? kept : undefined);
}

/** The Set-Cookie headers that keep what an address says about where its visitor comes from. */
export function trackingCookies(request: Request): string[] {
  const before = trackingBefore(request);
  const after = trackingAfter(new URL(request.url).searchParams, before);
  const set = after === before ? [] : [...after].map(([name, click]) => cookieHeader(name, click));
  const gone = [...before.keys()].filter((name) => !after.has(name)).map(expiredCookie);
  const channel = channelInAddress(request);
  const isNew = channel !== undefined && channel !== cookieOf(request, "channel");
  return [...gone, ...set, ...(isNew ? [cookieHeader("channel", channel)] : [])];
}

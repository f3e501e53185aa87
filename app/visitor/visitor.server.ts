import { csrfToken } from "~/security/csrf.server";
import { pageDeadline } from "~/upstream/client/deadline.server";
import type { AffiliatePayload } from "~/upstream/contract/purchases/purchase-result";
import { affiliateOf, isFromCj, type Tracking } from "~/visitor/attribution/affiliates";
import { channelOf, NOBODY, trackingOf } from "~/visitor/attribution/tracking.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { isInAppBrowser, userAgentOf } from "~/visitor/browser/device.server";
import { callerOf, type RequestCaller } from "./caller.server";
import { consentOf } from "./consent.server";

/** The visitor, as known from the request alone. */
export interface Visitor extends RequestCaller {
  /** The browser's secret, from its form cookie or, before it has one, from the cookie about to be set. */
  browser: string;
  /** The affiliate network that sent the visitor; sent with purchases. Undefined for whoever may not be tracked. */
  cps: AffiliatePayload | undefined;
  /** Where the app's link came from; travels as X-From. */
  channel: string | undefined;
  /** The visitor came through the network CJ, and may be tracked. */
  isCj: boolean;
  /** The page has no scripts: the visitor chose so, saves data, or has a slow connection. */
  isLite: boolean;
  /** The page is shown in an app's built-in browser, which may lose cookies and the way back. */
  isInApp: boolean;
}

const visitors = new WeakMap<Request, Promise<Visitor>>();

/** The visitor of a request; all that a page asks shares one page deadline. */
export function visitorOf(request: Request): Promise<Visitor> {
  const known = visitors.get(request);
  if (known !== undefined) return known;
  const visitor = readVisitor(request);
  visitors.set(request, visitor);
  return visitor;
}

async function readVisitor(request: Request): Promise<Visitor> {
  const [caller, tracking] = await Promise.all([callerOf(request), allowedTrackingOf(request)]);
  return {
    ...caller,
    browser: csrfToken(request).token,
    cps: affiliateOf(tracking),
    channel: channelOf(request, tracking),
    isCj: isFromCj(tracking),
    isLite: isLiteFor(cookieOf(request, "lite"), request.headers.get("save-data"), request.headers.get("ect")),
    isInApp: isInAppBrowser(userAgentOf(request)),
  };
}

/** The clicks that may count. The visitor's country, which may decide it, is asked only where there is a click. */
async function allowedTrackingOf(request: Request): Promise<Tracking> {
  const tracking = trackingOf(request);
  return tracking.size === 0 || (await consentOf(request)).mayTrack ? tracking : NOBODY;
}

/** The same visitor with a new page deadline, for the page shown after waiting for a purchase. */
export const forNextPage = (visitor: Visitor, request: Request): Visitor => ({
  ...visitor,
  caller: { ...visitor.caller, signal: pageDeadline(request.signal) },
});

/** The same visitor after their token was refused. */
export const withoutAccount = (visitor: Visitor): Visitor => ({
  ...visitor,
  bearerFrom: undefined,
  caller: { ...visitor.caller, bearer: undefined },
});

const SLOW_LINKS = ["slow-2g", "2g"];

/** The visitor's own choice, else the browser's hints. */
export function isLiteFor(chosen: string | undefined, saveData: string | null, ect: string | null): boolean {
  if (chosen === "1" || chosen === "0") return chosen === "1";
  return saveData?.toLowerCase() === "on" || SLOW_LINKS.includes(ect ?? "");
}

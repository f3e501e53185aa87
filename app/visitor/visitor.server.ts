import type { Caller } from "~/upstream/client.server";
import type { AffiliatePayload } from "~/upstream/contract/purchase-result";
import { pageDeadline } from "~/upstream/deadline.server";
import type { TokenRefusal } from "~/upstream/token-refusal.server";
import { affiliateOf, isFromCj } from "~/visitor/attribution/affiliates";
import { channelOf, trackingOf } from "~/visitor/attribution/tracking.server";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { appIn, type Category, categoryOf } from "~/visitor/brand/category.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { csrfToken } from "~/visitor/browser/csrf.server";
import { isInAppBrowser } from "~/visitor/browser/device.server";
import { type Bearer, bearerOf } from "./bearer.server";
import { linkIn, type Session, sessionOf } from "./session.server";

/** Who is asking, as far as the request alone tells. */
export interface Visitor extends Category {
  requestId: string;
  /** Which browser it is: the secret in its form cookie, or the one it is about to get. */
  browser: string;
  session: Session | undefined;
  /** How far the token of `caller` shows who the visitor is; undefined without one. */
  bearerFrom: Bearer["from"] | undefined;
  /** Whom the payments API is called for. */
  caller: Caller;
  /** Which affiliate network sent the visitor; travels with purchases. */
  cps: AffiliatePayload | undefined;
  /** Where the app's link came from; travels as X-From. */
  channel: string | undefined;
  /** The visitor came through the network CJ. */
  isCj: boolean;
  /** The page goes out without scripts: the visitor wants it so, saves data, or the link is too slow for them. */
  isLite: boolean;
  /** The page is shown inside another app, where buyers lose cookies and may not find their way back. */
  isInApp: boolean;
}

export async function visitorOf(request: Request): Promise<Visitor> {
  const url = new URL(request.url);
  const link = linkIn(url);
  // A link says who it is now: until it is let in nobody is signed in, and nothing is asked for whoever was before.
  const isOfLink = link.kind === "signed";
  const [session, bearer] = isOfLink ? [] : await Promise.all([sessionOf(request), bearerOf(request)]);
  const requestId = request.headers.get("x-request-id") ?? crypto.randomUUID();
  const arriving = isOfLink ? link.session.app_type : appIn(url);
  const category = categoryOf(request, { arriving, ofSession: session?.app_type });
  const tracking = trackingOf(request);
  const visitorIp = request.headers.get("x-visitor-ip") ?? undefined;
  return {
    requestId,
    browser: csrfToken(request).token,
    ...category,
    session,
    bearerFrom: bearer?.from,
    cps: affiliateOf(tracking),
    channel: channelOf(request),
    isCj: isFromCj(tracking),
    caller: {
      requestId,
      appType: category.appType,
      isKnownApp: isKnownApp(category.appType),
      bearer: bearer?.token,
      onTokenRefused: (refusal) => noteRefusal(request, refusal),
      visitorIp,
      signal: pageDeadline(request.signal),
    },
    isLite: isLite(request),
    isInApp: isInAppBrowser(request.headers.get("user-agent") ?? ""),
  };
}

/** What the calls made for a request have said about its visitor's token. */
const refusals = new WeakMap<Request, TokenRefusal>();

/** A token that is over stays so, whatever another call asks. */
function noteRefusal(request: Request, refusal: TokenRefusal): void {
  if (refusals.get(request) !== "over") refusals.set(request, refusal);
}

/** How a call made for this request has refused the visitor's token; undefined where none has. */
export const refusalIn = (request: Request): TokenRefusal | undefined => refusals.get(request);

/** The same visitor, whose next page has all the time of a page again: a purchase was waited for before it. */
export const forNextPage = (visitor: Visitor, request: Request): Visitor => ({
  ...visitor,
  caller: { ...visitor.caller, signal: pageDeadline(request.signal) },
});

/** The same visitor, whose token has turned out to be no good. */
export const withoutAccount = (visitor: Visitor): Visitor => ({
  ...visitor,
  bearerFrom: undefined,
  caller: { ...visitor.caller, bearer: undefined },
});

const SLOW_LINKS = ["slow-2g", "2g"];

/** What the visitor has chosen counts, then what their browser asks for. */
function isLite(request: Request): boolean {
  const chosen = cookieOf(request, "lite");
  if (chosen === "1" || chosen === "0") return chosen === "1";
  const { headers } = request;
  return headers.get("save-data")?.toLowerCase() === "on" || SLOW_LINKS.includes(headers.get("ect") ?? "");
}

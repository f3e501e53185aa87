import type { Caller } from "~/upstream/client/client.server";
import { pageDeadline } from "~/upstream/client/deadline.server";
import type { TokenRefusal } from "~/upstream/client/token-refusal.server";
import type { AffiliatePayload } from "~/upstream/contract/purchase-result";
import { affiliateOf, isFromCj } from "~/visitor/attribution/affiliates";
import { channelOf, trackingOf } from "~/visitor/attribution/tracking.server";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { appIn, type Category, categoryOf } from "~/visitor/brand/category.server";
import { cookieOf } from "~/visitor/browser/cookies.server";
import { csrfToken } from "~/visitor/browser/csrf.server";
import { isInAppBrowser, userAgentOf } from "~/visitor/browser/device.server";
import { type Bearer, bearerOf } from "./bearer.server";
import { linkIn, type Session, sessionOf } from "./session.server";

/** The visitor, as known from the request alone. */
export interface Visitor extends Category {
  requestId: string;
  /** The browser's secret, from its form cookie or, before it has one, from the cookie about to be set. */
  browser: string;
  session: Session | undefined;
  /** How well the caller's token proves who the visitor is; undefined without a token. */
  bearerFrom: Bearer["from"] | undefined;
  /** The caller for the payments API. */
  caller: Caller;
  /** The affiliate network that sent the visitor; sent with purchases. */
  cps: AffiliatePayload | undefined;
  /** Where the app's link came from; travels as X-From. */
  channel: string | undefined;
  /** The visitor came through the network CJ. */
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
  const url = new URL(request.url);
  const link = linkIn(url);
  // A link replaces the signed-in user: until it is accepted, calls are made for nobody, not for the earlier user.
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
    isInApp: isInAppBrowser(userAgentOf(request)),
  };
}

/** How the calls of a request refused its visitor's token. */
const refusals = new WeakMap<Request, TokenRefusal>();

/** `over` is final: a later refusal does not change it. */
function noteRefusal(request: Request, refusal: TokenRefusal): void {
  if (refusals.get(request) !== "over") refusals.set(request, refusal);
}

/** How a call made for this request has refused the visitor's token; undefined where none has. */
export const refusalIn = (request: Request): TokenRefusal | undefined => refusals.get(request);

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
function isLite(request: Request): boolean {
  const chosen = cookieOf(request, "lite");
  if (chosen === "1" || chosen === "0") return chosen === "1";
  const { headers } = request;
  return headers.get("save-data")?.toLowerCase() === "on" || SLOW_LINKS.includes(headers.get("ect") ?? "");
}

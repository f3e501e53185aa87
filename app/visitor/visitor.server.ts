import { env } from "~/env.server";
import { goWithout } from "~/errors/errors.server";
import { countriesOfLanguages } from "~/i18n/negotiate.server";
import { log } from "~/log.server";
import { csrfToken } from "~/security/forms.server";
import { hostFacts } from "~/security/host-facts.server";
import { type Geo, loadGeo } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client/client.server";
import { pageDeadline } from "~/upstream/client/deadline-and-retry.server";
import { type TokenRefusal, UpstreamError } from "~/upstream/client/upstream-error";
import { type Whereabouts, whereabouts } from "~/upstream/contract/deadlines";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import type { Tracking } from "~/visitor/attribution/attribution";
import {
  type Attribution,
  attributionOf,
  type Consent,
  chosenConsent,
  NOBODY,
  trackingOf,
} from "~/visitor/attribution/tracking.server";
import { type CookieName, cookieOf } from "~/visitor/browser/cookies.server";
import { isInAppBrowser, userAgentOf, walletSaid } from "~/visitor/browser/device.server";
import { isKnownApp, needsConsentIn } from "./brand/brands.server";
import {
  appIn,
  type Bearer,
  bearerOf,
  type Category,
  categoryOf,
  linkIn,
  type Session,
  sessionOf,
} from "./session.server";
import { type StoreTokenHere, storeTokenFrom } from "./store-token.server";

/** The visitor, as known from the request alone. */
export interface Visitor extends RequestCaller, Attribution {
  /** The browser's secret, from its form cookie or, before it has one, from the cookie about to be set. */
  browser: string;
  /** With which the browser has come from an app. */
  storeToken: StoreTokenHere | undefined;
  /** The page has no scripts: the visitor chose so, saves data, or has a slow connection. */
  isLight: boolean;
  /** The browser has Apple Pay or Google Pay; undefined where its scripts have not said so yet. */
  hasWallet: boolean | undefined;
  /** The page is shown in an app's built-in browser, which may lose cookies and the way back. */
  isInApp: boolean;
}

/** Found out at most once for each Request. */
function oncePerRequest<Found>(find: (request: Request) => Promise<Found>): typeof find {
  const found = new WeakMap<Request, Promise<Found>>();
  return (request) => {
    const finding = found.get(request) ?? find(request);
    found.set(request, finding);
    return finding;
  };
}

/** The visitor of a request; all calls that a page makes for them share one page deadline. */
export const visitorOf = oncePerRequest(readVisitor);

async function readVisitor(request: Request): Promise<Visitor> {
  const sealed = cookieOf(request, "storeToken");
  const [caller, tracking, storeToken] = await Promise.all([
    callerOf(request),
    allowedTrackingOf(request),
    sealed === undefined ? undefined : storeTokenFrom(sealed),
  ]);
  return {
    ...caller,
    ...attributionOf(request, tracking),
    browser: csrfToken(request).token,
    storeToken,
    isLight: isLightFor(cookieOf(request, "lite"), request.headers.get("save-data"), request.headers.get("ect")),
    // Only a page that is shown asks what browser it is in.
    get hasWallet() {
      return walletSaid(cookieOf(request, "wallet"));
    },
    get isInApp() {
      return isInAppBrowser(userAgentOf(request));
    },
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
export function isLightFor(chosen: string | undefined, saveData: string | null, ect: string | null): boolean {
  if (chosen === "1" || chosen === "0") return chosen === "1";
  return saveData?.toLowerCase() === "on" || SLOW_LINKS.includes(ect ?? "");
}

/** Who makes a request: their app, their session, and what calls of the payments API say of them. */
interface RequestCaller extends Category {
  requestId: string;
  session: Session | undefined;
  /** How well the caller's token proves who the visitor is; undefined without a token. */
  bearerFrom: Bearer["from"] | undefined;
  /** The caller for the payments API. */
  caller: Caller;
}

const callerOf = oncePerRequest(readCaller);

async function readCaller(request: Request): Promise<RequestCaller> {
  const url = new URL(request.url);
  const link = linkIn(url);
  // A link replaces the signed-in user: until it is accepted, calls are made for nobody, not for the earlier user.
  const isOfLink = link.kind === "signed";
  const [session, bearer] = isOfLink ? [] : await Promise.all([sessionOf(request), bearerOf(request)]);
  const arriving = isOfLink ? link.session.app_type : appIn(url);
  const category = categoryOf(request, { arriving, ofSession: session?.app_type });
  const { requestId, visitorIp } = hostFacts(request);
  return {
    requestId,
    ...category,
    session,
    bearerFrom: bearer?.from,
    caller: {
      requestId,
      appType: category.appType,
      isKnownApp: isKnownApp(category.appType),
      bearer: bearer?.token,
      onTokenRefused: (refusal) => recordRefusal(request, refusal),
      visitorIp,
      signal: pageDeadline(request.signal),
    },
  };
}

/** How the calls of a request refused its visitor's token. */
const refusedTokens = new WeakMap<Request, TokenRefusal>();

/** `over` is final: a later refusal does not change it. */
function recordRefusal(request: Request, refusal: TokenRefusal): void {
  if (refusedTokens.get(request) !== "over") refusedTokens.set(request, refusal);
}

/** How a call made for this request has refused the visitor's token; undefined where none has. */
export const refusalIn = (request: Request): TokenRefusal | undefined => refusedTokens.get(request);

/**
 * A choice or a Global Privacy Control signal counts first; else the places that the visitor may be in. In an unknown country the visitor
 * is asked first, so this takes as long as the payments API may take to name the country: a second.
 */
export const consentOf = oncePerRequest(findConsent);

async function findConsent(request: Request): Promise<Consent> {
  const chosen = chosenConsent(request);
  if (chosen !== undefined) return { mayTrack: chosen, isAsked: false };
  const caller = await callerOf(request);
  const named = new URL(request.url).searchParams.get("country") ?? undefined;
  const places = signedPlaces((name) => cookieOf(request, name), request.headers.get("accept-language"));
  const isAsked =
    places === "asking" ||
    needsConsentIn(caller.appType, [await countryFor(caller), ...places, ...(isCountryCode(named) ? [named] : [])]);
  return { mayTrack: !isAsked, isAsked };
}

/**
 * Where the visitor may be, beside where their network is: in the country whose prices they chose, or of a language that their browser
 * prefers. `asking`: in a place that asks, by the browser's time zone.
 */
export function signedPlaces(
  cookie: (name: CookieName) => string | undefined,
  acceptLanguage: string | null,
): readonly string[] | "asking" {
  if (cookie("asks") === "1") return "asking";
  const chosen = cookie("country");
  return [...(isCountryCode(chosen) ? [chosen] : []), ...countriesOfLanguages(acceptLanguage)];
}

/** No page fails because of this question. That the country is not known is logged where a page needs it for its prices. */
async function countryFor({ caller, requestId }: RequestCaller): Promise<string | undefined> {
  try {
    return countryOf(await loadGeo(caller));
  } catch (error) {
    if (!(error instanceof UpstreamError)) log.error({ requestId, err: error }, "asking for the country failed");
    return undefined;
  }
}

/** The visitor's country; undefined where it could not be found out. */
export const geoOf = (visitor: Pick<Visitor, "requestId" | "caller">): Promise<Geo | undefined> =>
  loadGeo(visitor.caller).catch((error) => goWithout("geo info", visitor, error));

/** Where a visitor is, for the days of what the payments API dates by moments only. */
export const whereaboutsOf = async (visitor: Pick<Visitor, "requestId" | "caller">): Promise<Whereabouts> =>
  whereabouts(countryOf(await geoOf(visitor)));

/** The country of an address, as far as it is known. */
export function countryOf(geo: Geo | undefined): string | undefined {
  const code = geo?.country_code ?? "";
  return isCountryCode(code) ? code : undefined;
}

/**
 * Why paying and signing up are closed to a visitor, as a key of the messages: in `gated` a VPN's other country helps, in `notSold` the
 * operator sells nothing.
 */
export type Closed = "gated" | "notSold";

/**
 * Whether they are closed where the visitor's network is; undefined: open. It is not decided by the country whose prices were chosen.
 * Visitors with an unknown country may buy.
 */
export function closedIn(geo: Geo | undefined): Closed | undefined {
  if (isNotSoldIn(countryOf(geo))) return "notSold";
  return /china/i.test(geo?.country ?? "") ? "gated" : undefined;
}

/** Whether the operator sells nothing in a country. */
export const isNotSoldIn = (country: string | undefined): boolean =>
  country !== undefined && env().closedCountries.includes(country);

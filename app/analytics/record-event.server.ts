import { env } from "~/env.server";
import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode, splitPath } from "~/i18n/locales";
import { pageOf } from "~/i18n/pages";
import { signatureOf } from "~/sealing.server";
import { hostFacts, sharedRendering } from "~/security/host-facts.server";
import { frontId, frontId as uuid } from "~/upstream/contract/values/scalars";
import { isAfterSubmit } from "~/visitor/arrival/arrival.server";
import { pageLanguage } from "~/visitor/arrival/language.server";
import type { Campaign } from "~/visitor/attribution/attribution";
import { campaignOf, chosenConsent } from "~/visitor/attribution/tracking.server";
import { needsConsentIn } from "~/visitor/brand/brands.server";
import { cookieHeader, cookieOf } from "~/visitor/browser/cookies.server";
import { acceptedUserId } from "~/visitor/identity/auth.server";
import { consentOf, isLightFor, type Visitor, visitorOf } from "~/visitor/visitor.server";
import { isShownNow, onceShown } from "./after-answer.server";
import type { EventDraft } from "./event-call.server";
import type { EventName, EventParams } from "./event-list";
import { queueEvent } from "./event-queue.server";
import { harmlessAddress, isHarmless } from "./view-batch";

/** What the request does not say of an event. */
interface EventDetails extends Partial<Pick<EventDraft, "id" | "at" | "frontId">> {
  language?: LocaleCode;
  scripts?: "on" | "off";
  /**
   * The order that it is about. A provider's POST brings a buyer back without cookies: then an order that carries an id for
   * analytics was made by somebody who agreed, and any other by somebody who did not.
   */
  order?: { front_id?: string | undefined };
  /** A country that the visitor has just named: of one that asks, only with consent. */
  place?: string;
  /** It is answered by no page: it happens whatever the answer is, and that gives no id to a browser without one. */
  isWithoutPage?: boolean;
}

/** The id of an event that happens once for each thing of a kind, such as an attempt. */
export const onceFor = (name: EventName, thing: string): string => derivedId(`${name} ${thing}`);

/**
 * Records what the visitor of a request did or saw, if they may be tracked. Returns at once and never throws. What a page shows counts
 * once it is shown; what a form does has happened then.
 */
export function recordEvent<Name extends EventName>(
  request: Request,
  name: Name,
  params: EventParams<Name>,
  details: EventDetails = {},
): void {
  if (request.method === "HEAD") return;
  const shared = sharedRendering();
  if (shared !== undefined) {
    shared.events.push((shownTo, at) => recordEvent(shownTo, name, params, { ...details, at }));
    return;
  }
  const { id = crypto.randomUUID(), at = Date.now() } = details;
  const isWithoutPage = details.isWithoutPage || request.method === "POST";
  const draft = async (): Promise<EventDraft | undefined> => {
    const visitor = await visitorOf(request);
    if (!(await mayRecord(request, visitor, details))) return undefined;
    const known = details.frontId ?? details.order?.front_id ?? keptFrontId(request);
    const frontId = known ?? (!isWithoutPage && givesFrontId(request) ? frontIdOf(request) : "");
    return {
      id,
      name,
      params,
      at,
      frontId,
      userId: acceptedUserId(visitor) ?? frontId,
      userProperties: userPropertiesOf(request, visitor, details),
      language: details.language ?? pageLanguage(request),
      userAgent: request.headers.get("user-agent"),
      appType: visitor.appType,
      appName: visitor.brand.appName,
      address: visitor.caller.visitorIp,
    };
  };
  if (isWithoutPage) queueEvent(draft);
  else onceShown(request, () => queueEvent(draft));
}

async function mayRecord(request: Request, { appType }: Visitor, { order, place }: EventDetails): Promise<boolean> {
  const isUndecided = chosenConsent(request) === undefined;
  if (order !== undefined && isUndecided) return order.front_id !== undefined;
  if (place !== undefined && isUndecided && needsConsentIn(appType, [place])) return false;
  return (await consentOf(request)).mayTrack;
}

function userPropertiesOf(request: Request, visitor: Visitor, details: EventDetails): EventDraft["userProperties"] {
  const scripts = details.scripts ?? scriptsOf(request, visitor);
  return { ...harmlessCampaign(request), channel: visitor.channel, affiliate: visitor.cps?.type, scripts };
}

/** The campaign that the visitor comes from, without words that may name a person. */
export function harmlessCampaign(request: Request): Campaign {
  return Object.fromEntries(Object.entries(campaignOf(request) ?? {}).filter(([, value]) => isHarmless(value)));
}

/** Only scripts ask for a page's data; the light version has none. Of any other request nobody knows. */
function scriptsOf({ url }: Request, { isLight }: Visitor): "on" | "off" | undefined {
  if (new URL(url).searchParams.has("_data")) return "on";
  return isLight ? "off" : undefined;
}

/** Whether somebody has opened a page, and not sent a form to it: Remix runs the loaders then, too. */
export const isOpened = (request: Request): boolean => request.method === "GET" && !isAfterSubmit(request);

/** A page's name; `other` for an address that is none of the site's pages. */
const pageNameOf = (pathname: string): string => pageOf(pathname) ?? "other";

/** Records that a form, a page or a payment was shown as wrong. @param reason see the event list */
export function recordError(request: Request, reason: string): void {
  recordEvent(request, "error_show", { where: pageNameOf(new URL(request.url).pathname), reason });
}

interface LanguageAnswer {
  /** With its cookies. */
  headers: Headers;
  redirectTo: string | undefined;
}

/** Records that another language than the one remembered is remembered from now on. */
export function recordLanguage(request: Request, chosen: LocaleCode, { headers, redirectTo }: LanguageAnswer): void {
  const from = cookieOf(request, "LANGUAGE");
  const isRemembered = headers.getSetCookie().some((cookie) => cookie.startsWith("LANGUAGE="));
  if (!isLocaleCode(from) || !isRemembered || from === chosen) return;
  const isWithoutPage = redirectTo !== undefined;
  recordEvent(request, "language_switch", { from, to: chosen }, { language: chosen, isWithoutPage });
}

/** Records that one of the site's addresses was looked at. */
export function recordAddress(request: Request, { pathname, search }: URL, details: EventDetails): void {
  const address = harmlessAddress(pathname, search);
  const language = splitPath(pathname).lang ?? DEFAULT_LOCALE;
  const [path = ""] = address.split("?", 1);
  const params = { path, href: env().publicOrigin + address, route_name: `${pageNameOf(pathname)}___${language}` };
  recordEvent(request, "page_show", params, { ...details, language });
}

/**
 * Records that a document is looked at; nobody looks at one that is rendered for the page cache. A browser that reports it, too, names
 * the same view, which is sent once.
 */
export function recordView(request: Request, details: EventDetails = {}): void {
  if (sharedRendering() !== undefined) return;
  const { requestId } = hostFacts(request);
  const url = new URL(request.url);
  // Neither a waiting page that looks again by itself nor a form that comes back is a further view.
  if (url.searchParams.has("n") || url.searchParams.has("_data") || !isOpened(request)) return;
  const id = uuid.safeParse(requestId).data ?? onceFor("page_show", requestId);
  recordAddress(request, url, { ...details, id });
}

/**
 * A document is shown. Records what only the server knows of it: an error, and the view of a page in the light version, which has no scripts.
 * @param isError it shows that the page asked for failed
 */
export function recordDocument(request: Request, status: number, isError: boolean): void {
  isShownNow(request);
  if (isError) recordError(request, String(status));
  const { headers } = request;
  const isLight = isLightFor(cookieOf(request, "lite"), headers.get("save-data"), headers.get("ect"));
  if (isLight && hostFacts(request).problem === undefined) recordView(request);
}

/**
 * A UUID in the shape of version 4 that always is the same for the same text, and that only the site can make: ids of what
 * happens once, and of visitors whose browser has none.
 * @param text begins with what it is the id of, so that no two things share one
 */
export function derivedId(text: string): string {
  const bytes = Buffer.from(signatureOf("analytics", text), "base64url").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * The browser's id for analytics, a UUID: its cookie's, else the one that its document gives it, the same for all loaders of that
 * document. Only for visitors who may be tracked. @param documentId the id of the document's request
 */
export const frontIdIn = (cookie: string | undefined, documentId: string): string =>
  frontId.safeParse(cookie).data ?? derivedId(`browser ${documentId}`);

export const frontIdOf = (request: Request): string =>
  frontIdIn(cookieOf(request, "userId"), hostFacts(request).requestId);

const keptFrontId = (request: Request): string | undefined => frontId.safeParse(cookieOf(request, "userId")).data;

/** Whether a browser without an id gets one from the answer. Data is of a page that is there already, whose document gave it. */
export const givesFrontId = ({ url }: Request): boolean => !new URL(url).searchParams.has("_data");

/**
 * The Set-Cookie header's value that makes the browser's cookie a copy of its id; undefined where it is one. Set by the server, because
 * browsers keep what scripts set for a week only.
 */
export const frontIdCookie = (cookie: string | undefined, id: string): string | undefined =>
  cookie === id ? undefined : cookieHeader("userId", id);

import type { LocaleCode } from "~/i18n/locales";
import { pageOf } from "~/i18n/pages";
import { keptRenderingOf } from "~/kept-rendering.server";
import { isAfterSubmit } from "~/visitor/arrival/arrival.server";
import { pageLanguage } from "~/visitor/arrival/language.server";
import type { Campaign } from "~/visitor/attribution/attribution";
import { campaignOf, chosenConsent } from "~/visitor/attribution/tracking.server";
import { type Device, deviceOf, userAgentOf } from "~/visitor/browser/device.server";
import { acceptedUserId } from "~/visitor/identity/proven-user.server";
import { consentOf, type Visitor, visitorOf } from "~/visitor/visitor.server";
import type { EventDraft } from "./analytics-event.server";
import { derivedId } from "./derived-id.server";
import type { EventName, EventParams } from "./event-list";
import { frontIdOf } from "./front-id.server";
import { isTellable } from "./page-address";
import { tellEvent } from "./tell-event.server";

/** What an event is told with, where the request does not say it. */
export interface About {
  /** The event's id, for what is told once; by default a new one. */
  id?: string;
  /** When it happened, in milliseconds since 1970. */
  at?: number;
  language?: LocaleCode;
  /** The browser's id for analytics. */
  frontId?: string;
  device?: Device;
  scripts?: "on" | "off";
  /**
   * The order that it is about. A provider's POST brings a buyer back without cookies: then an order that carries an id for
   * analytics was made by somebody who agreed, and any other by somebody who did not.
   */
  order?: { front_id?: string | undefined };
  /** Only for such visitors. */
  isFor?: (visitor: Visitor) => boolean;
}

/** The id of an event that happens once for each thing of a kind, such as an attempt. */
export const onceFor = (name: EventName, thing: string): string => derivedId(`${name} ${thing}`);

/** Tells what the visitor of a request did or saw, if they may be tracked. Returns at once and never throws. */
export function recordEvent<Name extends EventName>(
  request: Request,
  name: Name,
  params: EventParams<Name>,
  about: About = {},
): void {
  if (request.method === "HEAD") return;
  const kept = keptRenderingOf(request.headers.get("x-request-id"));
  if (kept !== undefined) {
    kept.tellings.push((shownTo, at) => recordEvent(shownTo, name, params, { ...about, at }));
    return;
  }
  const { id = crypto.randomUUID(), at = Date.now() } = about;
  tellEvent(async () => {
    const visitor = await visitorOf(request);
    const isFor = about.isFor?.(visitor) ?? true;
    if (!isFor || !(await mayTell(request, about))) return undefined;
    return { id, name, params: new Map(Object.entries(params)), at, ...knownOf(request, visitor, about) };
  });
}

async function mayTell(request: Request, { order }: About): Promise<boolean> {
  if (order !== undefined && chosenConsent(request) === undefined) return order.front_id !== undefined;
  return (await consentOf(request)).mayTrack;
}

type Known = Omit<EventDraft, "id" | "name" | "params" | "at">;

function knownOf(request: Request, visitor: Visitor, about: About): Known {
  const frontId = about.frontId ?? about.order?.front_id ?? frontIdOf(request);
  return {
    frontId,
    userId: acceptedUserId(visitor) ?? frontId,
    userProperties: {
      ...tellableCampaign(request),
      channel: visitor.channel,
      affiliate: visitor.cps?.type,
      scripts: about.scripts ?? scriptsOf(request, visitor),
    },
    language: about.language ?? pageLanguage(request),
    device: about.device ?? deviceOf(userAgentOf(request)),
    appType: visitor.appType,
    appName: visitor.brand.appName,
    address: visitor.caller.visitorIp,
  };
}

/** Only scripts ask for a page's data; the light version has none. Of any other request nobody knows. */
function scriptsOf({ url }: Request, { isLite }: Visitor): "on" | "off" | undefined {
  if (new URL(url).searchParams.has("_data")) return "on";
  return isLite ? "off" : undefined;
}

/** The campaign that brought the visitor, without words that might name a person. */
const tellableCampaign = (request: Request): Campaign =>
  Object.fromEntries(Object.entries(campaignOf(request) ?? {}).filter(([, value]) => isTellable(value)));

/** A page's name; `other` for an address that is none of the site's pages. */
export const pageNameOf = (pathname: string): string => pageOf(pathname) ?? "other";

/** Tells that a form, a page or a payment was shown as wrong. @param reason see the event list */
export function recordError(request: Request, reason: string): void {
  recordEvent(request, "error_show", { where: pageNameOf(new URL(request.url).pathname), reason });
}

/** Whether somebody has opened a page, and not sent a form to it: Remix runs the loaders then, too. */
export const isOpened = (request: Request): boolean => request.method === "GET" && !isAfterSubmit(request);

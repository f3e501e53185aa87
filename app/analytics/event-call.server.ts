import { loadGeo } from "~/upstream/catalogue.server";
import { call } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { type AnalyticsEvent, type AnalyticsParameter, analyticsEvents } from "~/upstream/contract/analytics";
import { isCountryCode } from "~/upstream/contract/values/scalars";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { cutUserAgent, deviceOf } from "~/visitor/browser/device.server";
import { version } from "../../package.json";
import { EVENTS, type EventName } from "./event-list";

/** An event of which only the place is missing that its visitor is at. */
export interface EventDraft {
  /** A UUID: the same event recorded twice has the same one. */
  id: string;
  name: EventName;
  /** By name; see the event list. */
  params: object;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** The browser's id for analytics; empty where the visitor has none. */
  frontId: string;
  /** The account's number, else the browser's id, else empty. */
  userId: number | string;
  /** What is known of the visitor, by name; undefined values are left out. */
  userProperties: Readonly<Record<string, string | undefined>>;
  language: string;
  /** How the browser names itself; null where it does not. */
  userAgent: string | null;
  appType: number;
  appName: string;
  /** The visitor's network address; undefined where there is none, or nobody is to know it. */
  address: string | undefined;
  /** Where it happened, if that is known otherwise than by the address. */
  place?: VisitorPlace;
}

/** Where a visitor is; texts that are not known are empty. */
type VisitorPlace = Pick<AnalyticsEvent, "ip" | "country" | "country_code">;

/** Swedish writes dates as `2026-01-31 12:00:00`. */
const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

const NOWHERE: VisitorPlace = { ip: "", country: "", country_code: "" };

/** The event as the payments API takes it: all of its fields, whatever is known. @param found by the visitor's address */
export function eventOf(draft: EventDraft, found = NOWHERE): AnalyticsEvent {
  const { id, name, params, at, language, appType, place = found } = draft;
  const device = deviceOf(cutUserAgent(draft.userAgent));
  return {
    event_datetime: shanghai.format(at),
    event_timestamp: Math.round(at * 1000),
    event_name: name,
    event_params: [...apiParams(name, params), textParam("event_id", id)],
    front_id: draft.frontId,
    user_properties: Object.entries(draft.userProperties).flatMap(([key, text]) =>
      text === undefined ? [] : textParam(key, text),
    ),
    language,
    device: { ...device, os_name: device.os_name.slice(0, 40), os_version: device.os_version.slice(0, 40) },
    app_name: draft.appName,
    access_type: "checkout",
    app_type: appType,
    app_info: { id: String(appType), version },
    ...place,
  };
}

const LONGEST_VALUE = 2048;
const textParam = (key: string, text: string): AnalyticsParameter => ({
  key,
  value: { string_value: text.slice(0, LONGEST_VALUE) },
});

/** The parameters that are known, in the order of the event list. */
function apiParams(name: EventName, params: object): AnalyticsParameter[] {
  const given = new Map<string, unknown>(Object.entries(params));
  return Object.entries(EVENTS[name].params).flatMap(([key, { kind }]): AnalyticsParameter | [] => {
    const value = given.get(key);
    if (typeof value === "string") return textParam(key, value);
    if (typeof value !== "number" || !Number.isFinite(value)) return [];
    return { key, value: kind === "int" ? { int_value: Math.round(value) } : { double_value: value } };
  });
}

/** Events of one visitor; `key` is the same each time that they are sent. */
export interface EventBatch extends Pick<EventDraft, "userId" | "appType" | "address"> {
  key: string;
  events: AnalyticsEvent[];
}

/** What became of a batch. `outage`: it may be sent again. */
export type BatchOutcome = "forwarded" | "refused" | "outage";

/** Never throws for what the payments API does. */
export async function sendBatch({ key, userId, appType, address, events }: EventBatch): Promise<BatchOutcome> {
  const caller = { requestId: key, appType, isKnownApp: isKnownApp(appType), visitorIp: address };
  try {
    const body = { user_id: userId, events };
    await call(analyticsEvents, { body }, caller, { circuit: "analytics", idempotencyKey: key });
    return "forwarded";
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // It was taken, whatever the answer says.
    if (error.kind === "malformed") return "forwarded";
    return error.isOutage || error.isNotNow ? "outage" : "refused";
  }
}

/** Where a network address is. @throws where nobody can say now */
export async function locate(address: string, appType: number): Promise<VisitorPlace> {
  const requestId = crypto.randomUUID();
  const { user_ip, country, country_code } = await loadGeo({ requestId, appType, visitorIp: address });
  return { ip: user_ip || address, country, country_code: isCountryCode(country_code) ? country_code : "" };
}

import type { AnalyticsEvent, AnalyticsParameter, AnalyticsValue } from "~/upstream/contract/analytics";
import type { Device } from "~/visitor/browser/device.server";
import { version } from "../../package.json";
import { EVENTS, type EventName } from "./event-list";

/** An event of which only the place is missing that its visitor is at. */
export interface EventDraft {
  /** A UUID: the same event told twice has the same one. */
  id: string;
  name: EventName;
  /** By name; see the event list. */
  params: ReadonlyMap<string, unknown>;
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** The browser's id for analytics; empty where the visitor has none. */
  frontId: string;
  /** The account's number, else the browser's id, else empty. */
  userId: number | string;
  /** What is known of the visitor, by name; undefined values are left out. */
  userProperties: Readonly<Record<string, string | undefined>>;
  /** The page's language code. */
  language: string;
  device: Device;
  appType: number;
  appName: string;
  /** The visitor's network address; undefined where there is none, or none is to be told. */
  address: string | undefined;
  /** Where it happened, if that is known otherwise than by the address. */
  place?: Place;
}

/** Where a visitor is; texts that are not known are empty. */
export interface Place {
  ip: string;
  country: string;
  country_code: string;
}

export const NOWHERE: Place = { ip: "", country: "", country_code: "" };

/** Swedish writes dates as `2026-01-31 12:00:00`. */
const shanghai = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Shanghai",
  dateStyle: "short",
  timeStyle: "medium",
});

/** A time in milliseconds as `YYYY-MM-DD HH:mm:ss` in the time zone Asia/Shanghai. */
export const shanghaiTime = (at: number): string => shanghai.format(at);

/** The event as the payments API takes it: all of its fields, whatever is known. */
export function eventOf(draft: EventDraft, place: Place): AnalyticsEvent {
  const { id, name, params, at, device } = draft;
  return {
    event_datetime: shanghaiTime(at),
    event_timestamp: Math.round(at * 1000),
    event_name: name,
    event_params: [...paramsIn(name, params), textParam("event_id", id)],
    front_id: draft.frontId,
    user_properties: Object.entries(draft.userProperties).flatMap(([key, text]) =>
      text === undefined ? [] : [textParam(key, text)],
    ),
    language: draft.language,
    device: { ...device, os_name: device.os_name.slice(0, 40), os_version: device.os_version.slice(0, 40) },
    country: place.country,
    country_code: place.country_code,
    app_name: draft.appName,
    access_type: "checkout",
    ip: place.ip,
    app_type: draft.appType,
    app_info: { id: String(draft.appType), version },
  };
}

const LONGEST_TEXT = 2048;
const textParam = (key: string, text: string): AnalyticsParameter => ({
  key,
  value: { string_value: text.slice(0, LONGEST_TEXT) },
});

/** The parameters in the order of the event list. */
const paramsIn = (name: EventName, given: ReadonlyMap<string, unknown>): AnalyticsParameter[] =>
  Object.entries(EVENTS[name].params).flatMap(([key, { kind }]) => {
    const value = valueIn(kind, given.get(key));
    return value === undefined ? [] : [{ key, value }];
  });

function valueIn(kind: "string" | "int" | "double", given: unknown): AnalyticsValue | undefined {
  if (typeof given === "string") return { string_value: given.slice(0, LONGEST_TEXT) };
  if (typeof given !== "number" || !Number.isFinite(given)) return undefined;
  return kind === "int" ? { int_value: Math.round(given) } : { double_value: given };
}

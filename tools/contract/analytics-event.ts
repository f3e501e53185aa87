import { randomUUID } from "node:crypto";
import type { AnalyticsEvent, AnalyticsParameter, AnalyticsValue } from "~/upstream/contract/analytics";

interface Facts {
  name?: string;
  /** Undefined: a new one. Empty: the event has none. */
  id?: string;
  /** Milliseconds since 1970. */
  at?: number;
  params?: Readonly<Record<string, string | number>>;
  visitor?: Readonly<Record<string, string>>;
}

const SHANGHAI_MS = 8 * 3_600_000;

/** An event as the site tells it; `more` replaces whole fields. */
export function analyticsEventOf(facts: Facts = {}, more: Partial<AnalyticsEvent> = {}): AnalyticsEvent {
  const { name = "page_show", id = randomUUID(), at = Date.now(), params = {}, visitor = {} } = facts;
  return {
    event_datetime: new Date(at + SHANGHAI_MS).toISOString().slice(0, 19).replace("T", " "),
    event_timestamp: at * 1000,
    event_name: name,
    event_params: parameters(id === "" ? params : { event_id: id, ...params }),
    front_id: "",
    user_properties: parameters(visitor),
    language: "en",
    device: { os_name: "Android", os_version: "14", isIos: false, isAndroid: true },
    country: "United States",
    country_code: "US",
    app_name: "VPN",
    access_type: "checkout",
    ip: "203.0.113.1",
    app_type: 502,
    app_info: { id: "502", version: "test" },
    ...more,
  };
}

const parameters = (values: Readonly<Record<string, string | number>>): AnalyticsParameter[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: typed(value) }));

function typed(value: string | number): AnalyticsValue {
  if (typeof value === "string") return { string_value: value };
  return Number.isInteger(value) ? { int_value: value } : { double_value: value };
}

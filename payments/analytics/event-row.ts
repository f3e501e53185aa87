import { createHash } from "node:crypto";
import type { AnalyticsEvent, AnalyticsParameter } from "~/upstream/contract/analytics";
import type { NewAnalyticsEvent } from "./tables";

/** The row of an event; `userId` is the call's. */
export function eventRow(event: AnalyticsEvent, userId: number | string): NewAnalyticsEvent {
  const { event_name: name, event_params: params, user_properties: visitor } = event;
  const text = JSON.stringify(event);
  const scripts = textParameter(visitor, "scripts");
  return {
    event_id: textParameter(params, "event_id") ?? hashOf(text),
    name,
    at: Math.floor(event.event_timestamp / 1000),
    user_id: JSON.stringify(userId),
    front_id: event.front_id || null,
    language: event.language || null,
    provider: textParameter(params, "provider"),
    channel: textParameter(visitor, "channel"),
    scripts: scripts === "on" || scripts === "off" ? scripts : null,
    page: textParameter(params, "route_name") ?? textParameter(params, "path") ?? textParameter(params, "where"),
    order_id: name === PAY_RESULT ? textParameter(params, "order_id") : null,
    event: text,
  };
}

/** The event that reports a payment, once for each order. */
export const PAY_RESULT = "pay_result";

function textParameter(parameters: readonly AnalyticsParameter[], name: string): string | null {
  const value = parameters.find(({ key }) => key === name)?.value;
  return (value !== undefined && "string_value" in value && value.string_value) || null;
}

/** The id of an event that came without one: the same event has the same id. */
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { frontId, optional, wholeRead } from "./values/scalars";

/** One value of a parameter: which of the three is set says its type. */
const paramValue = z.union([
  z.strictObject({ string_value: z.string().max(2048) }),
  z.strictObject({ int_value: z.number().int().safe() }),
  z.strictObject({ double_value: z.number().finite() }),
]);
export type AnalyticsValue = z.output<typeof paramValue>;

const parameter = z.strictObject({ key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), value: paramValue });
export type AnalyticsParameter = z.output<typeof parameter>;

/** One analytics event; what each name means is in app/analytics/event-list.ts. Unknown texts are empty. */
export const analyticsEvent = z.strictObject({
  /** The same moment as event_timestamp, in the time zone Asia/Shanghai. */
  event_datetime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  /** Microseconds since 1970. */
  event_timestamp: z.number().int().safe().positive(),
  event_name: z.string().regex(/^[a-z][a-z_]{1,39}$/),
  /** `event_id` is among them: the same event sent twice has the same one. */
  event_params: z.array(parameter).max(40),
  /** The browser's id for analytics; empty where the visitor has none. */
  front_id: z.union([frontId, z.literal("")]),
  /** What is known of the visitor: where they came from, and whether their page runs scripts. */
  user_properties: z.array(parameter).max(20),
  language: z.string().max(16),
  device: z.strictObject({
    os_name: z.string().max(40),
    os_version: z.string().max(40),
    isIos: z.boolean(),
    isAndroid: z.boolean(),
  }),
  country: z.string().max(100),
  country_code: z.string().max(2),
  app_name: z.string().max(80),
  access_type: z.literal("checkout"),
  ip: z.string().max(64),
  app_type: z.number().int(),
  app_info: z.strictObject({ id: z.string().max(20), version: z.string().max(64) }),
});
export type AnalyticsEvent = z.output<typeof analyticsEvent>;

export const MOST_EVENTS = 25;

/** `user_id`: the account's number where the visitor is signed in, else the browser's id for analytics, else empty. */
export const analyticsEvents = {
  method: "POST",
  path: "/api/mms/analytics/v1/events",
  summary: "Analytics events of one visitor, told by the site's server",
  body: z.object({
    user_id: z.union([z.number().int().safe(), frontId, z.literal("")]),
    events: z.array(analyticsEvent).min(1).max(MOST_EVENTS),
  }),
  answer: z.object({ accepted: optional(wholeRead), rejected: z.array(z.unknown()).default([]).catch([]) }),
  repeat: "never",
} as const satisfies Endpoint;

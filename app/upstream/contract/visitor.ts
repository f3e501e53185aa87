import { z } from "zod";
import { GEO_NAMES, PROFILE_NAMES } from "~/upstream/contract/values/field-names";
import {
  identifier,
  instantRead,
  optional,
  remainSeconds,
  textOr,
  wholeRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import type { Endpoint } from "./endpoint";

/** A country's name for display. Any long value with "China" in it becomes "China", where sales are closed. */
const countryNameRead = z.unknown().transform((given) => {
  const text = typeof given === "string" ? given : JSON.stringify(given ?? "");
  return /china/i.test(text) && text.length > 100
    ? "China"
    : typeof given === "string"
      ? text.slice(0, 100)
      : gatedOnly(text);
});

const gatedOnly = (text: string): string => (/china/i.test(text) ? "China" : "");

/** Where the visitor's address is. All three may be empty: an address can be unknown. */
export const geoInfo = {
  method: "POST",
  path: "/api/mms/account/v1/geo_info",
  summary: "Country of the visitor's address, taken from X-Forwarded-For",
  body: z.object({}),
  answer: z.object({
    user_ip: textOr("", 64),
    country: countryNameRead,
    country_code: z.string().trim().max(2).toUpperCase().default("").catch(""),
  }),
  names: GEO_NAMES,
  repeat: "always",
} as const satisfies Endpoint;

/** Where a subscription was bought, and so where it is ended. */
export const SUBSCRIPTION_SOURCES = ["web", "app_store", "google_play"] as const;

/** The subscription that an account has at present. */
const ownSubscription = z.object({
  /** Missing where the plan is not one of this site's. */
  plan_id: optional(identifier),
  source: z.enum(SUBSCRIPTION_SOURCES),
  /** False: it ends by itself. */
  renews: optional(yesOrNo),
  /** When it renews or ends. */
  until: optional(instantRead),
});

/** The account behind the bearer token. `vip.remain_time` is in seconds. */
export const profile = {
  method: "GET",
  path: "/api/mms/account/v1/web/profile",
  summary: "The account behind the bearer token",
  answer: z.object({
    user_id: wholeRead,
    email: textOr("", 254),
    is_password_set: optional(wholeRead),
    vip: z.object({ remain_time: remainSeconds }).default({ remain_time: 0 }).catch({ remain_time: 0 }),
    /** Missing: the account has none, or the API does not say. */
    subscription: optional(ownSubscription),
  }),
  names: PROFILE_NAMES,
  repeat: "always",
} as const satisfies Endpoint;

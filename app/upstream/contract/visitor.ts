import { z } from "zod";
import { GEO_NAMES, PROFILE_NAMES, SIGN_UP_NAMES } from "~/upstream/contract/values/field-names";
import {
  botToken,
  email,
  identifier,
  instantRead,
  optional,
  remainSeconds,
  textOr,
  wholeRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import type { Endpoint } from "./endpoint";
import { affiliatePayload } from "./purchase-result";

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

/**
 * Signs up with an e-mail address. An API that can mail answers `link_sent` for every address, known or not, so that nobody can ask who
 * is a customer; one that cannot makes an account and answers its token. Guarded by the bot check.
 */
export const anonymousSignup = {
  method: "POST",
  path: "/ws/mm/reca/r3/account/v1/web/anonymous_signup",
  summary: "Sign up with an e-mail address only",
  body: z.object({ email, recasign: botToken, _cps: affiliatePayload.optional() }),
  answer: z
    .object({
      /** Missing: the profile has it. */
      user_id: optional(wholeRead),
      /** Missing where the address has an account already. */
      token: optional(z.string().min(1).max(4096)),
      email: textOr("", 254),
      /** Missing: the API does not say; the account may belong to somebody else. */
      is_new: optional(yesOrNo),
      /** A link that signs in has been sent to the address. */
      link_sent: optional(yesOrNo),
      /** Seconds until the token expires. */
      expires_in: optional(wholeRead.pipe(z.number().positive())),
    })
    .refine(({ token, is_new, link_sent }) => token !== undefined || is_new === false || link_sent === true),
  names: SIGN_UP_NAMES,
  repeat: "never",
} as const satisfies Endpoint;

import { z } from "zod";
import type { Endpoint } from "./endpoint";
import { remainSeconds } from "./scalars";

/** Where the visitor's address is. All three may be empty: an address can be unknown. */
export const geoInfo = {
  method: "POST",
  path: "/api/mms/account/v1/geo_info",
  summary: "Country of the visitor's address, taken from X-Forwarded-For",
  body: z.object({}),
  answer: z.object({
    user_ip: z.string().max(64).default(""),
    country: z.string().max(100).default(""),
    country_code: z.string().max(2).toUpperCase().default(""),
  }),
  repeat: "always",
} as const satisfies Endpoint;

/** The account behind the bearer token. `vip.remain_time` is in seconds. */
export const profile = {
  method: "GET",
  path: "/api/mms/account/v1/web/profile",
  summary: "The account behind the bearer token",
  answer: z.object({
    user_id: z.number().int().safe(),
    email: z.string().max(254).default(""),
    is_password_set: z.number().int().optional(),
    vip: z.object({ remain_time: remainSeconds.default(0) }).default({ remain_time: 0 }),
  }),
  repeat: "always",
} as const satisfies Endpoint;

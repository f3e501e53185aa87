import { z } from "zod";
import { COUPON_NAMES } from "~/upstream/contract/values/field-names";
import {
  amountRead,
  countryCode,
  currencyRead,
  identifier,
  optional,
  textRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";

export const COUPON_REASONS = [
  "unknown",
  "expired",
  "not_started",
  "limit_reached",
  "already_used",
  "wrong_plan",
  "wrong_country",
  "not_with_trial",
  "service_down",
] as const;
export type CouponReason = (typeof COUPON_REASONS)[number];

const TYPES: ReadonlyMap<string, "percent" | "amount"> = new Map([
  ["percent", "percent"],
  ["percentage", "percent"],
  ["percent_off", "percent"],
  ["%", "percent"],
  ["amount", "amount"],
  ["fixed", "amount"],
  ["amount_off", "amount"],
]);

const discountType = z
  .string()
  .toLowerCase()
  .transform((word) => TYPES.get(word))
  .pipe(z.enum(["percent", "amount"]));

/** An invalid coupon is a 200 with `valid: false` and a reason. Default country: that of the visitor's IP address. */
export const checkCoupon = {
  method: "GET",
  path: `${PROVIDERS_PATH}/rb/check_coupon`,
  summary: "Whether a coupon applies to a product, and what it takes off",
  query: z.object({
    coupon_id: z.string().min(1).max(64),
    product_id: identifier,
    customer_country: countryCode.optional(),
  }),
  answer: z.object({
    valid: yesOrNo,
    /** Missing: the requested coupon. */
    coupon_id: optional(textRead.pipe(z.string().min(1).max(64))),
    product_id: optional(identifier),
    /** A valid coupon without it cannot be priced. */
    discount: optional(z.object({ type: discountType, value: amountRead, currency: optional(currencyRead) })),
    price_amount: optional(amountRead),
    trial_price: optional(amountRead),
    expires_at: optional(z.string().max(40)),
    reason: z.enum(COUPON_REASONS).nullish().catch("unknown"),
  }),
  names: COUPON_NAMES,
  repeat: "always",
} as const satisfies Endpoint;

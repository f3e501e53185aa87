import { z } from "zod";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";
import { amount, countryCode, currencyCode, identifier } from "./scalars";

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

/** An invalid coupon is a 200 with `valid: false` and a reason. Without `customer_country` the visitor's address decides. */
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
    valid: z.boolean(),
    coupon_id: z.string().max(64),
    product_id: identifier,
    discount: z
      .object({ type: z.enum(["percent", "amount"]), value: amount, currency: currencyCode.optional() })
      .nullish(),
    price_amount: amount.nullish(),
    trial_price: amount.nullish(),
    expires_at: z.string().max(40).nullish(),
    reason: z.enum(COUPON_REASONS).nullish().catch("unknown"),
  }),
  repeat: "always",
} as const satisfies Endpoint;

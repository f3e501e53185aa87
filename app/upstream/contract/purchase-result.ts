import { z } from "zod";
import { amount, countryCode, currencyCode, email, identifier, remainSeconds } from "./scalars";

export const DECLINE_BUCKETS = [
  "fix_details",
  "funds_or_limit",
  "auth_failed",
  "bank_declined",
  "not_supported",
  "risk",
  "temporary",
  "cancelled_or_timeout",
  "unknown_outcome",
] as const;
export type DeclineBucket = (typeof DECLINE_BUCKETS)[number];

export const ORDER_STATES = [
  "open",
  "paying",
  "granting",
  "done",
  "expired",
  "cancelled",
  "review",
  "refunded",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ATTEMPT_STATES = [
  "created",
  "sent",
  "needs_action",
  "processing",
  "succeeded",
  "declined",
  "abandoned",
  "errored",
] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

export const PURCHASE_STATUSES = ["success", "pending", "requires_action", "failed", "canceled", "expired"] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/**
 * What every `*_result` and `*_status` call answers about one order. An unknown status word counts as pending, and
 * unknown states as the ones that promise least: money taken is never shown as failed, nor failure as success. What a page
 * can do without is left out where it has another shape, so that a paid order shows as paid.
 */
export const purchaseResult = z.object({
  order_id: identifier,
  status: z.enum(PURCHASE_STATUSES).catch("pending"),
  order_state: z.enum(ORDER_STATES).catch("paying"),
  money_taken: z.enum(["yes", "no", "unknown"]).catch("unknown"),
  provider_status: z.string().max(64).default("").catch(""),
  plan_id: identifier,
  amount,
  currency: currencyCode,
  vip: z.object({ remain_time: remainSeconds }).optional().catch(undefined),
  /** Where the buyer goes on paying, while the live attempt waits for them. */
  redirect_url: z.string().max(2048).nullish(),
  /** Seconds after which asking again makes sense. */
  retry_after: z.number().int().positive().max(3600).nullish().catch(undefined),
  fail_code: z.enum(DECLINE_BUCKETS).nullish().catch("unknown_outcome"),
  /** A sign of purpose "receipts" that never expires: lists and sends this buyer's invoices. */
  receipts: z
    .object({ user_id: z.number().int(), signed_time: z.string(), sign: z.string() })
    .optional()
    .catch(undefined),
  /** An account made for a buyer without one. */
  account: z
    .object({ user_id: z.number().int().safe(), email: z.string().max(254).default("") })
    .optional()
    .catch(undefined),
});
export type PurchaseResult = z.output<typeof purchaseResult>;

/** Which affiliate network sent the buyer, and the value of its cookie. */
export const affiliatePayload = z.object({
  type: z.enum(["cj", "cf", "admitad"]),
  cookie: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
});
export type AffiliatePayload = z.output<typeof affiliatePayload>;

/** What every purchase call carries beside its own fields: who buys what, and the price they were shown. */
export const purchaseBody = z.object({
  plan_id: identifier,
  email,
  country_code: countryCode,
  coupon_id: z.string().max(64).optional(),
  amount,
  currency: currencyCode,
  /** Present on a further attempt at an order that is still open. */
  order_id: identifier.optional(),
  front_id: z.string().max(64).optional(),
  user_id: z.number().int().safe().optional(),
  _cps: affiliatePayload.optional(),
});
export type PurchaseBody = z.input<typeof purchaseBody>;

export const resultBody = z.object({ order_id: identifier });

import { z } from "zod";
import { agreement } from "~/upstream/contract/agreement";
import { sign, signedTime } from "~/upstream/contract/signed-link";
import { storeToken } from "~/upstream/contract/store-tokens";
import {
  amount,
  amountRead,
  countryCode,
  currencyCode,
  currencyRead,
  email,
  idempotencyKey,
  identifier,
  instantRead,
  isoDay,
  momentRead,
  optional,
  remainSeconds,
  textOr,
  textRead,
  wholeRead,
  yesOrNo,
} from "~/upstream/contract/values/scalars";

export const PURCHASE_STATUSES = ["success", "pending", "requires_action", "failed", "canceled", "expired"] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** Words of providers and backends for each status. Any other word counts as pending, never as success. */
const WORDS: Readonly<Record<Exclude<PurchaseStatus, "pending">, readonly string[]>> = {
  success: [
    "success",
    "successful",
    "succeeded",
    "succeed",
    "paid",
    "complete",
    "completed",
    "active",
    "trialing",
    "captured",
    "approved",
    "settled",
    "auth_ok",
    "settle_ok",
    "trade_success",
    "payment_success",
  ],
  requires_action: ["requires_action", "action_required", "3ds_verify", "waiting_approval", "requires_confirmation"],
  failed: ["failed", "failure", "fail", "declined", "denied", "rejected", "refused", "auth_failed", "payment_failed"],
  canceled: ["canceled", "cancelled", "cancel", "void", "voided", "void_ok", "refunded"],
  expired: ["expired", "abandoned", "timed_out", "link_expired"],
};

const STATUS_OF: ReadonlyMap<string, PurchaseStatus> = new Map(
  PURCHASE_STATUSES.flatMap((status) =>
    status === "pending" ? [] : WORDS[status].map((word) => [word, status] as const),
  ),
);

/** The status for a backend's word, in any case, with "in progress" read as "in_progress". */
export const statusOf = (word: unknown): PurchaseStatus =>
  STATUS_OF.get(
    String(word)
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, "_"),
  ) ?? "pending";

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
/** Why an attempt has failed for good. While its outcome is unknown the order waits. */
export type KnownDecline = Exclude<DeclineBucket, "unknown_outcome">;

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

const ATTEMPT_STATES = [
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

/** A status from any backend's word. */
export const statusRead = z.union([textRead, z.boolean()]).transform(statusOf);

/**
 * The next payment of a subscription: not before `on`, which may be a day alone. `day`, if sent, is the day that the buyer is told; otherwise the site tells the
 * earliest day that `on` is where they may be.
 */
export const renewal = z.object({
  on: momentRead,
  day: optional(isoDay),
  amount: amountRead,
  currency: currencyRead,
});

const fields = {
  order_id: optional(identifier),
  status: statusRead,
  order_state: optional(z.enum(ORDER_STATES)),
  money_taken: optional(z.enum(["yes", "no", "unknown"])),
  provider_status: textOr("", 64),
  plan_id: optional(identifier),
  amount: optional(amountRead),
  currency: optional(currencyRead),
  vip: optional(z.object({ remain_time: remainSeconds })),
  /** Null or missing: there is none, or the API does not say. */
  renewal: optional(renewal),
  /** Where the buyer continues to pay, while an unfinished attempt waits for them. */
  redirect_url: optional(z.string().max(4096)),
  /** Seconds until the next request makes sense. */
  retry_after: optional(wholeRead.pipe(z.number().positive().max(3600))),
  fail_code: z.enum(DECLINE_BUCKETS).nullish().catch("unknown_outcome"),
  /**
   * A sign of purpose "receipts" that never expires, for this order alone: its invoices, its subscription. The key of all that was
   * bought with an address goes by mail to that address only.
   */
  receipts: optional(z.object({ user_id: wholeRead, signed_time: textRead, sign: z.string() })),
  /** The account made for a buyer who had none. */
  account: optional(z.object({ user_id: wholeRead, email: textOr("", 254) })),
};

const STATES: Readonly<Record<PurchaseStatus, OrderState>> = {
  success: "done",
  pending: "paying",
  requires_action: "paying",
  failed: "open",
  canceled: "cancelled",
  expired: "expired",
};

interface SentResult {
  status: PurchaseStatus;
  order_state?: OrderState;
  money_taken?: "yes" | "no" | "unknown";
}

/** Defaults from a status alone: `success` means that the money was taken, for every other status that is unknown. */
const withState = <T extends SentResult>({ order_state, money_taken, ...sent }: T) => ({
  ...sent,
  order_state: order_state ?? STATES[sent.status],
  /** The API sends the order's state, and an address to continue an unfinished payment; false: only a status word. */
  isDetailed: order_state !== undefined,
  money_taken: money_taken ?? (sent.status === "success" ? ("yes" as const) : ("unknown" as const)),
});

/**
 * The answer of every `*_result` and `*_status` call; only the status is required. An unknown status counts as
 * pending, so a failure never shows as success. Unreadable fields are dropped, so that a paid order shows as paid.
 */
export const purchaseResult = z.object(fields).transform(withState);
export type PurchaseResult = z.output<typeof purchaseResult>;

/** The buyer's order that is already under way, in a refused purchase's answer. Its id is needed to follow it. */
export const liveOrder = z
  .object({
    ...fields,
    order_id: identifier,
    /** The key of the order's attempt. */
    idempotency_key: optional(idempotencyKey),
    /** Until when that attempt can be paid; then another one may begin. */
    expires_at: optional(instantRead),
    /** The way to go on was mailed to the order's address. */
    link_sent: optional(yesOrNo),
  })
  .transform(withState);

export type LiveOrder = z.output<typeof liveOrder>;

/** The affiliate network that sent the buyer, and its cookie's value. */
export const affiliatePayload = z.object({
  type: z.enum(["cj", "cf", "admitad"]),
  cookie: z.string().regex(/^[A-Za-z0-9_-]{1,128}$/),
});
export type AffiliatePayload = z.output<typeof affiliatePayload>;

/** The body shared by all purchase calls: the buyer, the plan and the price that was shown. */
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
  /** The account that gets the plan: the user of the call's token, or of an app's link whose sign is beside it. */
  user_id: z.number().int().safe().optional(),
  /** Of an app's link whose token the API has not accepted yet: it checks them and refuses with `user_unproven`. */
  sign_timestamp: signedTime.optional(),
  sign: sign.optional(),
  /**
   * A keyed hash that all attempts of one browser share and nobody else can make. Only attempts with the same one are one buyer's:
   * what an address names proves nothing.
   */
  browser: z.string().max(64).optional(),
  /** The buyer's language, for the API's mail: one of the site's codes. */
  language: z.string().max(16).optional(),
  /** The version of the terms that the buyer agreed to. */
  terms_version: z.string().max(64).optional(),
  /** Of the buyer's browser, by its name in the IANA database; missing where no script ran. Days count there, too. */
  time_zone: z.string().max(64).optional(),
  /** All that the buyer agreed to beside price, language and terms. An API that sells anything else refuses with `price_changed`. */
  agreement: agreement.optional(),
  _cps: affiliatePayload.optional(),
  /** With which the buyer came from the app; only for an API with `store_tokens` among its calls. No part of what makes a purchase the same. */
  store_token: storeToken.optional(),
});
export type PurchaseBody = z.input<typeof purchaseBody>;

export const resultBody = z.object({ order_id: identifier });

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

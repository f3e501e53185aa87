import { oneOf } from "~/exposition/registry.server";
import type { Context } from "../context";
import { PURCHASE_OUTCOMES, type PurchaseOutcome } from "../metrics/counters";
import type { Bought } from "../orders/buying/buy";
import { orderInTheWay } from "../orders/order-in-the-way";
import { isStoreAway } from "../store/store-away";
import { Failure, failure } from "./failure";

/** The refusal for a purchase that was not made. */
export async function purchaseRefusal(context: Context, bought: Exclude<Bought, { kind: "opened" }>): Promise<Failure> {
  switch (bought.kind) {
    case "conflict":
      return failure("idempotency_conflict");
    case "order_unknown":
    case "token_empty":
    case "token_refused":
    case "proof_refused":
      return failure(bought.kind);
    case "price_changed":
    case "trial_used":
      return failure(bought.kind, { price: bought.price, agreement: bought.agreement });
    case "coupon_refused":
      return new Failure(422, `coupon_${bought.reason}`, "The coupon does not apply.");
    case "order_live":
    case "order_done":
      return failure(bought.kind, { order: await orderInTheWay(context, bought) });
  }
}

const BOT_OBJECTIONS = ["token_empty", "token_refused", "proof_refused"];

/** As what a purchase call that was not answered with an order is counted. */
export function refusedAs(error: unknown): PurchaseOutcome {
  if (!(error instanceof Failure)) return isStoreAway(error) ? "store_away" : "failed";
  if (error.code.startsWith("coupon_")) return "coupon_refused";
  if (BOT_OBJECTIONS.includes(error.code)) return "token_refused";
  return oneOf(PURCHASE_OUTCOMES, error.code, "invalid");
}

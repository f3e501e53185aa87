import { oneOf } from "~/exposition/registry.server";
import { PURCHASE_OUTCOMES, type PurchaseOutcome } from "../metrics/counters";
import { isStoreAway } from "../store/store-away";
import { Failure } from "./failure";

const BOT_OBJECTIONS = ["token_empty", "token_refused", "proof_refused"];

/** As what a purchase call that was not answered with an order is counted. */
export function refusedAs(error: unknown): PurchaseOutcome {
  if (!(error instanceof Failure)) return isStoreAway(error) ? "store_away" : "failed";
  if (error.code.startsWith("coupon_")) return "coupon_refused";
  if (BOT_OBJECTIONS.includes(error.code)) return "token_refused";
  return oneOf(PURCHASE_OUTCOMES, error.code, "invalid");
}

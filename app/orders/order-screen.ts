import type { DeclineBucket, PurchaseResult } from "~/upstream/contract/purchase-result";

/** What a buyer is shown about an order: one screen for every state it can be in. */
export type OrderScreen =
  | { kind: "success" }
  | { kind: "granting" }
  | { kind: "waiting" }
  | { kind: "unpaid"; payAt: string }
  | { kind: "action"; payAt: string }
  | { kind: "declined"; bucket: DeclineBucket }
  | { kind: "cancelled" }
  | { kind: "expired" }
  | { kind: "review" }
  | { kind: "refunded" };

/** Screens that change by themselves, so the page asks again. */
export const isUnsettled = (kind: OrderScreen["kind"]): boolean =>
  kind === "waiting" || kind === "granting" || kind === "unpaid" || kind === "action" || kind === "review";

/** Screens from which the buyer may pay again: nothing is in flight and nothing was kept. */
export const mayPayAgain = (kind: OrderScreen["kind"]): boolean =>
  kind === "declined" || kind === "cancelled" || kind === "expired";

/** Order states that say more than the status beside them does. */
function screenOfState(result: PurchaseResult): OrderScreen | undefined {
  switch (result.order_state) {
    case "granting":
      return { kind: "granting" };
    case "review":
      return { kind: "review" };
    case "refunded":
      return { kind: "refunded" };
    case "done":
      return { kind: "success" };
    default:
      return undefined;
  }
}

/** Money that was taken never shows as failed and is never asked for again; an outcome nobody knows is waited on. */
export function orderScreen(result: PurchaseResult): OrderScreen {
  const byState = screenOfState(result);
  if (byState !== undefined) return byState;
  const hasMoney = result.money_taken === "yes";
  switch (result.status) {
    case "success":
      return { kind: "success" };
    case "requires_action":
      return result.redirect_url && !hasMoney ? { kind: "action", payAt: result.redirect_url } : { kind: "waiting" };
    case "pending":
      return result.redirect_url && !hasMoney ? { kind: "unpaid", payAt: result.redirect_url } : { kind: "waiting" };
    case "failed":
      return declined(result.fail_code ?? "bank_declined", hasMoney);
    case "canceled":
      return hasMoney ? { kind: "waiting" } : { kind: "cancelled" };
    case "expired":
      return hasMoney ? { kind: "waiting" } : { kind: "expired" };
  }
}

function declined(bucket: DeclineBucket, hasMoney: boolean): OrderScreen {
  return hasMoney || bucket === "unknown_outcome" ? { kind: "waiting" } : { kind: "declined", bucket };
}

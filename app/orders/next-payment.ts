import { isSamePrice } from "~/offers/offer";
import type { Period } from "~/offers/period";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { orderPrice } from "./order-price";
import type { AnyOrder } from "./order-token.server";

/** The next payment of an order, in major units. */
interface NextPayment {
  on: Date;
  amount: number;
  currency: string;
  /** How long each further period is, where that is known. */
  period: Period | undefined;
}

/**
 * What follows an order: as the payments API says, else as it was told at the sale; "none": it ends by itself. Undefined where
 * neither is known, as for an order that was begun by another form, at another price.
 */
export function nextPaymentOf(order: AnyOrder, result?: PurchaseResult): NextPayment | "none" | undefined {
  if (result?.renewal !== undefined) {
    const { on, amount, currency } = result.renewal;
    return { on: new Date(on), amount, currency, period: periodOf(order, result) };
  }
  const price = orderPrice(order, result);
  if (order.kind === "app" || order.sale === undefined || price === undefined || !isSamePrice(price, order))
    return undefined;
  const { next, currency, period } = order;
  return next?.amount === undefined ? "none" : { on: new Date(next.on), amount: next.amount, currency, period };
}

/** The length of the plan, if the order is for the same one as its token. */
const periodOf = ({ plan, period }: AnyOrder, { plan_id: bought = plan }: PurchaseResult): Period | undefined =>
  bought === plan ? period : undefined;

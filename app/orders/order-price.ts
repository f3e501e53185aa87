import type { Money } from "~/i18n/money";
import { isSamePrice } from "~/offers/offer";
import type { Period } from "~/offers/period";
import { knownTimeZone, renewalDay, type Whereabouts, whereabouts } from "~/upstream/contract/deadlines";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { AnyOrder } from "./order-token.server";

/** An order's price: as the payments API says, else as the order has it. Undefined where neither does. */
export function orderPrice(order: AnyOrder, result?: PurchaseResult): Money | undefined {
  const { amount = order.amount, currency = order.currency } = result?.currency === undefined ? order : result;
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

/** The next payment of an order, in major units. */
interface FollowingPayment {
  /** The day, as the buyer is told it. */
  on: string;
  amount: number;
  currency: string;
  /** How long each further period is, where that is known. */
  period: Period | undefined;
}

/**
 * What follows an order: as the payments API says, else as it was shown at the sale; "none": it ends by itself. Undefined where
 * neither is known, as for an order that was begun by another form, at another price.
 */
export function renewalOf(order: AnyOrder, result?: PurchaseResult): FollowingPayment | "none" | undefined {
  if (result?.renewal !== undefined) {
    const { amount, currency } = result.renewal;
    const day = renewalDay(result.renewal, placeOfOrder(order));
    return { on: day, amount, currency, period: periodBought(order, result) };
  }
  const price = orderPrice(order, result);
  if (order.kind === "app" || order.sale === undefined || price === undefined || !isSamePrice(price, order))
    return undefined;
  const { next, currency, period } = order;
  return next?.amount === undefined ? "none" : { on: next.on, amount: next.amount, currency, period };
}

/** Where the buyer of an order may be. Of one from an app nothing is known. */
export const placeOfOrder = (order: AnyOrder): Whereabouts =>
  order.kind === "site" ? whereabouts(order.country, knownTimeZone(order.time_zone)) : whereabouts(undefined);

/** The length of the plan, if the order is for the same one as its token. */
const periodBought = ({ plan, period }: AnyOrder, { plan_id: bought = plan }: PurchaseResult): Period | undefined =>
  bought === plan ? period : undefined;

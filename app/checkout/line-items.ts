import Big from "big.js";
import type { Offer } from "./offer";
import { dayAfter, type Period } from "./period";

/**
 * One line of what an order costs, in reading order; amounts in major units of the order's currency, taken off where
 * negative. `tax` is contained in `dueToday`, never added to it. The same lines stand on the checkout, on the status page
 * and on the receipt.
 */
export type LineItem =
  | { kind: "plan" | "discount" | "deduction" | "coupon" | "dueToday" | "tax"; amount: number }
  | { kind: "trial"; amount: number; period: Period };

export interface Renewal {
  readonly on: Date;
  readonly amount: number;
  readonly period: Period;
  readonly isAfterTrial: boolean;
}

/** What makes up the amount due today, in reading order, ending with that amount. */
export function lineItems(offer: Offer): LineItem[] {
  const { full, price, deduction } = offer.amounts;
  const dueToday: LineItem = { kind: "dueToday", amount: offer.dueToday };
  if (offer.trial !== undefined)
    return [{ kind: "trial", amount: offer.trial.price, period: offer.trial.period }, dueToday];
  const undiscounted = Big(price).plus(deduction).toNumber();
  const discount = Big(full).minus(undiscounted).toNumber();
  // Without a discount the regular price is what is paid, so that rounding never leaves a cent unexplained.
  const items: LineItem[] = [{ kind: "plan", amount: Math.max(full, undiscounted) }];
  if (discount > 0) items.push({ kind: "discount", amount: -discount });
  if (deduction > 0) items.push({ kind: "deduction", amount: -deduction });
  return [...items, dueToday];
}

/** When the next payment falls due, and how much it is. */
export function renewalOf(offer: Offer, today: Date): Renewal {
  return {
    on: dayAfter(today, offer.trial?.period ?? offer.period),
    amount: offer.renewal,
    period: offer.period,
    isAfterTrial: offer.trial !== undefined,
  };
}

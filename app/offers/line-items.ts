import Big from "big.js";
import { type Offer, taxToday } from "./offer";
import type { Period } from "./period";

/**
 * One line of an order's price. Amounts are in major units of the order's currency; negative ones are deducted.
 * `tax` is contained in `dueToday`, not added to it. The checkout, the status page and the receipt show the same
 * lines.
 */
export type LineItem =
  | { kind: "plan" | "discount" | "deduction" | "coupon" | "dueToday"; amount: number }
  | { kind: "trial"; amount: number; period: Period }
  /** What it is called on the spot, such as VAT, and its rate in percent; both where they are known. */
  | { kind: "tax"; amount: number; name?: string; rate?: number };

/** What makes up the amount due today, in reading order, then that amount, then the tax in it where it is known. */
export function lineItems(offer: Offer): LineItem[] {
  const tax = taxToday(offer);
  return [
    ...priceLines(offer),
    // 0 - 0 is 0, where -0 would be shown with a sign.
    ...(offer.coupon === undefined ? [] : [{ kind: "coupon" as const, amount: 0 - offer.coupon.off }]),
    { kind: "dueToday", amount: offer.dueToday },
    ...(tax === undefined ? [] : [{ kind: "tax" as const, amount: tax, ...offer.amounts.taxName }]),
  ];
}

function priceLines({ amounts: { full, price, deduction }, trial }: Offer): LineItem[] {
  if (trial !== undefined) return [{ kind: "trial", amount: trial.price, period: trial.period }];
  const undiscounted = Big(price).plus(deduction).toNumber();
  const discount = Big(full).minus(undiscounted).toNumber();
  // Without a discount the regular price is what is paid, so that rounding never leaves a cent unexplained.
  const items: LineItem[] = [{ kind: "plan", amount: Math.max(full, undiscounted) }];
  if (discount > 0) items.push({ kind: "discount", amount: -discount });
  if (deduction > 0) items.push({ kind: "deduction", amount: -deduction });
  return items;
}

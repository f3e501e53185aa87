import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";
import { type AppliedCoupon, type Coupon, discounted } from "./coupon";
import { baseAmounts, canLocalise, type LocalPrice, localAmounts, type PlanAmounts } from "./localised-price";
import type { Period } from "./period";

/** A plan at a price in the buyer's currency: what a visitor chooses from. */
export interface Offer {
  readonly planId: string;
  readonly productId: string;
  readonly period: Period;
  readonly amounts: PlanAmounts;
  readonly trial: { readonly price: number; readonly period: Period } | undefined;
  /** What is paid today: the trial where there is one, else the period; less the coupon. */
  readonly dueToday: number;
  /** The coupon that is in `dueToday`. */
  readonly coupon: AppliedCoupon | undefined;
  /** What every further period costs. */
  readonly renewal: number;
  /** False where no local price was to be had and the plan's own price stands. */
  readonly isLocal: boolean;
}

export function makeOffer(plan: Plan, local: LocalPrice | undefined): Offer {
  const isLocal = canLocalise(plan, local);
  const amounts = isLocal ? localAmounts(plan, local) : baseAmounts(plan);
  const trial =
    amounts.trial === undefined || !plan.trial_days
      ? undefined
      : { price: amounts.trial, period: { unit: "day", count: plan.trial_days } as const };
  return {
    planId: plan.id,
    productId: plan.product_id,
    period: { unit: plan.interval, count: plan.interval_count },
    amounts,
    trial,
    dueToday: trial?.price ?? amounts.price,
    coupon: undefined,
    renewal: Big(amounts.price).plus(amounts.deduction).toNumber(),
    isLocal,
  };
}

/** The offer with a coupon taken off what is due today; undefined where the coupon takes off another currency's money. */
export function withCoupon(offer: Offer, coupon: Coupon): Offer | undefined {
  const { discount } = coupon;
  if (discount.type === "amount" && discount.currency !== offer.amounts.currency) return undefined;
  const dueToday = discounted(offer.dueToday, coupon);
  return { ...offer, dueToday, coupon: { ...coupon, off: Big(offer.dueToday).minus(dueToday).toNumber() } };
}

/** The share of the regular price that is saved, as a fraction rounded down to whole percents; 0 where nothing is. */
export function savedShare({ full, price }: PlanAmounts): number {
  return full > price ? Big(full).minus(price).div(full).round(2, Big.roundDown).toNumber() : 0;
}

/** The tax contained in what is due today: the same share as in the local price. Undefined where none is known of. */
export function taxToday({ amounts: { tax, price }, dueToday }: Offer): number | undefined {
  if (tax === undefined || price === 0) return undefined;
  const share = Big(tax).times(dueToday).div(price).round(2, Big.roundHalfUp).toNumber();
  return share > 0 ? share : undefined;
}

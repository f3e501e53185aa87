import { type Coupon, priceToday } from "../../catalogue/coupons";
import { dueToday, isRenewed, periodPrice, type SoldPlan } from "../../catalogue/plans";
import type { Money } from "../../machine/money";

/** What an attempt sells. */
export interface Terms {
  /** As it is sold to this buyer. */
  plan: SoldPlan;
  /** To be paid today. */
  price: Money;
  coupon: Coupon | undefined;
  /** Null: the period is sold. */
  trialDays: number | null;
  /** What each later period costs, in the currency of the price; null: nothing is charged later. */
  renewalAmount: number | null;
}

/** @param plan as it is sold to this buyer @param coupon must have been found to apply */
export function termsOf(plan: SoldPlan, country: string, coupon: Coupon | undefined): Terms {
  const price = priceToday(plan, country, coupon);
  const trialDays = plan.trial_days ?? null;
  const renewal = periodPrice(plan, country).amount;
  // What a change of plan takes off is off the first period only: the plan renews.
  const isGivenAway = price.amount === 0 && trialDays === null && (renewal === 0 || dueToday(plan, country).amount > 0);
  return { plan, price, coupon, trialDays, renewalAmount: isRenewed(plan) && !isGivenAway ? renewal : null };
}

/** Nothing is charged today or later, so no provider is asked. */
export const isGift = ({ price, renewalAmount }: Terms): boolean => price.amount === 0 && renewalAmount === null;

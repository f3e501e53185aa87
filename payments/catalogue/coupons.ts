import Big from "big.js";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { Money } from "../machine/money";
import { dueToday, rounded, type SoldPlan } from "./plans";

export interface Coupon {
  id: string;
  discount: { type: "percent"; value: number } | { type: "amount"; value: number; currency: string };
  plans?: readonly string[] | undefined;
  /** A fixed discount only fits prices in its own currency, so such a coupon lists the countries with that currency. */
  countries?: readonly string[] | undefined;
  startsAt?: string | undefined;
  endsAt?: string | undefined;
  /** How often it may be used in all, and by one buyer. */
  limit?: number | undefined;
  limitPerBuyer?: number | undefined;
}

/** How often a coupon was paid with, in all and by one buyer. */
interface CouponUses {
  all: number;
  byBuyer: number;
}

interface CouponUse {
  plan: SoldPlan;
  country: string;
  now: number;
  uses: CouponUses;
}

/** Why a coupon does not apply, or null where it does. */
export function couponObjection(coupon: Coupon, use: CouponUse): CouponReason | null {
  if (coupon.startsAt && use.now < Date.parse(coupon.startsAt)) return "not_started";
  if (coupon.endsAt && use.now >= Date.parse(coupon.endsAt)) return "expired";
  if (coupon.plans && !coupon.plans.includes(use.plan.id)) return "wrong_plan";
  if (use.plan.trial_price != null) return "not_with_trial";
  if (coupon.countries && !coupon.countries.includes(use.country)) return "wrong_country";
  return limitObjection(coupon, use.uses);
}

export function limitObjection(
  { limit, limitPerBuyer }: Pick<Coupon, "limit" | "limitPerBuyer">,
  { all, byBuyer }: CouponUses,
): CouponReason | null {
  if (limitPerBuyer !== undefined && byBuyer >= limitPerBuyer) return "already_used";
  return limit !== undefined && all >= limit ? "limit_reached" : null;
}

/** A price after a coupon: never below nothing, rounded half up to what its currency has. */
export function discounted(price: Money, coupon: Coupon): Money {
  const { discount } = coupon;
  const exact =
    discount.type === "percent"
      ? Big(price.amount)
          .times(100 - discount.value)
          .div(100)
      : Big(price.amount).minus(discount.value);
  return { amount: exact.lt(0) ? 0 : rounded(exact, price.currency), currency: price.currency };
}

/** The price to pay today for a plan in a country; `coupon` must have been found to apply. */
export function priceToday(plan: SoldPlan, country: string, coupon: Coupon | undefined): Money {
  const due = dueToday(plan, country);
  return coupon ? discounted(due, coupon) : due;
}

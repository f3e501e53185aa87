import Big from "big.js";
import type { CouponReason } from "~/upstream/contract/coupons";
import type { Money } from "../machine/money";
import type { PlanId } from "./local-prices";
import { dueToday, type SoldPlan, toCents } from "./plans";

export interface Coupon {
  id: string;
  discount: { type: "percent"; value: number } | { type: "amount"; value: number; currency: string };
  plans?: readonly PlanId[];
  /** A fixed discount only fits prices in its own currency, so such a coupon lists the countries with that currency. */
  countries?: readonly string[];
  startsAt?: string;
  endsAt?: string;
  /** How often it may be used in all, and by one buyer. */
  limit?: number;
  limitPerBuyer?: number;
  /** Simulates a coupon service that cannot be reached. */
  isServiceDown?: boolean;
}

const COUPONS: readonly Coupon[] = [
  { id: "WELCOME20", discount: { type: "percent", value: 20 }, plans: ["yearly", "two-years"] },
  { id: "TENOFF", discount: { type: "amount", value: 10, currency: "USD" }, countries: ["US"] },
  { id: "GBONLY", discount: { type: "percent", value: 15 }, countries: ["GB"] },
  { id: "ONCE50", discount: { type: "percent", value: 50 }, limitPerBuyer: 1 },
  { id: "FREE100", discount: { type: "percent", value: 100 }, limitPerBuyer: 1 },
  { id: "LASTONE", discount: { type: "percent", value: 30 }, limit: 1 },
  { id: "USEDUP", discount: { type: "percent", value: 50 }, limit: 0 },
  { id: "EXPIRED", discount: { type: "percent", value: 50 }, endsAt: "2024-01-01T00:00:00Z" },
  { id: "SOON", discount: { type: "percent", value: 50 }, startsAt: "2099-01-01T00:00:00Z" },
  { id: "DOWN", discount: { type: "percent", value: 50 }, isServiceDown: true },
];

/** Finds a coupon in any case and with spaces around it. */
export const couponById = (id: string): Coupon | undefined => COUPONS.find((one) => one.id === id.trim().toUpperCase());

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
  if (coupon.isServiceDown) return "service_down";
  if (coupon.startsAt && use.now < Date.parse(coupon.startsAt)) return "not_started";
  if (coupon.endsAt && use.now >= Date.parse(coupon.endsAt)) return "expired";
  if (coupon.plans && !coupon.plans.includes(use.plan.id)) return "wrong_plan";
  if (use.plan.trial_price != null) return "not_with_trial";
  if (coupon.countries && !coupon.countries.includes(use.country)) return "wrong_country";
  return limitObjection(coupon, use.uses);
}

export function limitObjection({ limit, limitPerBuyer }: Coupon, { all, byBuyer }: CouponUses): CouponReason | null {
  if (limitPerBuyer !== undefined && byBuyer >= limitPerBuyer) return "already_used";
  return limit !== undefined && all >= limit ? "limit_reached" : null;
}

/** A price after a coupon: never below nothing, rounded half up to two decimals. */
export function discounted(price: Money, coupon: Coupon): Money {
  const { discount } = coupon;
  const exact =
    discount.type === "percent"
      ? Big(price.amount)
          .times(100 - discount.value)
          .div(100)
      : Big(price.amount).minus(discount.value);
  return { amount: exact.lt(0) ? 0 : toCents(exact), currency: price.currency };
}

/** The price to pay today for a plan in a country; `coupon` must have been found to apply. */
export function priceToday(plan: SoldPlan, country: string, coupon: Coupon | undefined): Money {
  const due = dueToday(plan, country);
  return coupon ? discounted(due, coupon) : due;
}

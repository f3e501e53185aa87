import Big from "big.js";
import type { Money } from "~/i18n/money";
import { rounded } from "./localised-price";

/** A coupon the payments API has accepted, by the API's own spelling, and what it takes off. */
export interface Coupon {
  readonly id: string;
  readonly discount:
    | { readonly type: "percent"; readonly value: number }
    | { readonly type: "amount"; readonly value: number; readonly currency: string };
}

/** A coupon in a price, and how much it takes off there. */
export type AppliedCoupon = Coupon & { readonly off: number };

const LONGEST_COUPON = 64;
const COUPON_TEXT = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** Whether a text can be a coupon at all; if not, no call of the payments API is needed. */
export const isCouponId = (text: string): boolean => text.length <= LONGEST_COUPON && COUPON_TEXT.test(text);

/** Ignores case and spaces around the text, as buyers type both. */
export const isSameCoupon = (one: string, other: string): boolean => spelled(one) === spelled(other);

const spelled = (id: string) => id.trim().toUpperCase();

/** A price after a coupon: at least 0, rounded once, as the payments API does. */
export function discounted({ amount, currency }: Money, { discount }: Coupon): number {
  const exact =
    discount.type === "percent"
      ? Big(amount).times(Big(100).minus(discount.value)).div(100)
      : Big(amount).minus(discount.value);
  return exact.lte(0) ? 0 : rounded({ amount: exact, currency });
}

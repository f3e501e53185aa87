import Big from "big.js";

/** A coupon the payments API has accepted, by the API's own spelling, and what it takes off. */
export interface Coupon {
  readonly id: string;
  readonly discount:
    | { readonly type: "percent"; readonly value: number }
    | { readonly type: "amount"; readonly value: number; readonly currency: string };
}

/** A coupon in a price, and how much it takes off there. */
export type AppliedCoupon = Coupon & { readonly off: number };

const LONGEST = 64;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u;

/** Whether a text can be a coupon at all; if not, the payments API need not be asked. */
export const isCouponId = (text: string): boolean => text.length <= LONGEST && PRINTABLE.test(text);

/** Ignores case and spaces around the text, as buyers type both. */
export const isSameCoupon = (one: string, other: string): boolean => spelled(one) === spelled(other);

const spelled = (id: string) => id.trim().toUpperCase();

/** A price after a coupon: at least 0, rounded half up to two decimals once, as the payments API does. */
export function discounted(amount: number, { discount }: Coupon): number {
  const exact =
    discount.type === "percent"
      ? Big(amount).times(Big(100).minus(discount.value)).div(100)
      : Big(amount).minus(discount.value);
  return exact.lte(0) ? 0 : exact.round(2, Big.roundHalfUp).toNumber();
}

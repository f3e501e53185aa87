import type { CouponReason } from "~/upstream/contract/coupons";
import { askAboutCoupon, type CouponAnswer } from "~/upstream/coupons.server";
import { orWithout } from "~/visitor/geo.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type Coupon, isCouponId } from "./coupon";
import { type Offer, withCoupon } from "./offer";

/** An offer after a coupon was tried on it: with the coupon where it applies, else as it was. Either can be paid. */
export interface Tried {
  offer: Offer;
  refused: CouponReason | undefined;
}

/** Tries a coupon as it was typed on an offer for buyers of a country. Never throws UpstreamError. */
export async function tryCoupon(typed: string, offer: Offer, country: string, visitor: Visitor): Promise<Tried> {
  const id = typed.trim();
  if (id === "") return { offer, refused: undefined };
  const without = (reason: CouponReason): Tried => ({ offer, refused: reason });
  if (!isCouponId(id)) return without("unknown");
  const answer = await orWithout("coupon check", visitor, askAboutCoupon(id, offer.productId, country, visitor.caller));
  if (answer === undefined) return without("service_down");
  if (!answer.valid) return without(answer.reason ?? "unknown");
  const coupon = couponOf(answer);
  if (coupon === undefined) return without("service_down");
  const cheaper = withCoupon(offer, coupon);
  return cheaper === undefined ? without("wrong_country") : { offer: cheaper, refused: undefined };
}

/** Undefined where the payments API accepts the coupon but does not say what it takes off: that cannot be priced. */
function couponOf({ coupon_id: id, discount }: CouponAnswer): Coupon | undefined {
  if (!discount) return undefined;
  const { type, value, currency } = discount;
  if (type === "percent") return { id, discount: { type, value } };
  return currency === undefined ? undefined : { id, discount: { type, value, currency } };
}

import type { CouponReason } from "~/upstream/contract/coupons";
import type { SoldPlan } from "../catalog";
import { type Coupon, couponById, couponObjection, priceToday } from "../coupons";
import type { Money } from "../machine/money";
import type { Tx } from "../store/database";
import { type Buyer, couponUses } from "./buyer";

interface Wanted {
  plan: SoldPlan;
  country: string;
  couponId: string | undefined;
  buyer: Buyer;
  now: number;
}

type Quote = { ok: true; price: Money; coupon: Coupon | undefined } | { ok: false; reason: CouponReason };

/** The current price of a purchase for this buyer; checks the coupon's limits. */
export async function quote(tx: Tx, { plan, country, couponId, buyer, now }: Wanted): Promise<Quote> {
  if (!couponId) return { ok: true, price: priceToday(plan, country, undefined), coupon: undefined };
  const coupon = couponById(couponId);
  if (!coupon) return { ok: false, reason: "unknown" };
  const { all, byBuyer } = await couponUses(tx, coupon.id, buyer);
  const reason = couponObjection(coupon, { plan, country, now, used: all, usedByBuyer: byBuyer });
  return reason ? { ok: false, reason } : { ok: true, price: priceToday(plan, country, coupon), coupon };
}

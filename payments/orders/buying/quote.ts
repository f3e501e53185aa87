import type { CouponReason } from "~/upstream/contract/coupons";
import { type Catalogue, couponById } from "../../catalogue/catalogue";
import { couponObjection } from "../../catalogue/coupons";
import type { SoldPlan } from "../../catalogue/plans";
import type { Tx } from "../../store/database";
import { type Buyer, couponUses } from "./buyer";
import { type Terms, termsOf } from "./terms";

interface Wanted {
  /** As it is sold to the buyer. */
  plan: SoldPlan;
  catalogue: Catalogue;
  country: string;
  couponId: string | undefined;
  buyer: Buyer;
  now: number;
}

type Quote = ({ ok: true } & Terms) | { ok: false; reason: CouponReason };

/** The current terms of a purchase for this buyer; checks the coupon's limits. */
export async function quote(tx: Tx, { plan, catalogue, country, couponId, buyer, now }: Wanted): Promise<Quote> {
  if (!couponId) return { ok: true, ...termsOf(plan, country, undefined) };
  const coupon = couponById(catalogue, couponId);
  if (!coupon) return { ok: false, reason: "unknown" };
  const uses = await couponUses(tx, coupon.id, buyer);
  const reason = couponObjection(coupon, { plan, country, now, uses });
  return reason ? { ok: false, reason } : { ok: true, ...termsOf(plan, country, coupon) };
}

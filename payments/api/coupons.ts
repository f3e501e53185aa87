import { checkCoupon } from "~/upstream/contract/coupons";
import { couponById } from "../catalogue/catalogue";
import { type Coupon, discounted } from "../catalogue/coupons";
import { plansFor } from "../catalogue/on-sale";
import { planByProduct, type SoldPlan } from "../catalogue/plans";
import type { Context } from "../context";
import { quote } from "../orders/buying/quote";
import { tokenCustomer } from "./proof/token-customer";
import type { routesIn } from "./route";
import { countryOf } from "./visitor";

/** A check is made for an unknown buyer, so limits per buyer only show in the purchase call. */
const NOBODY = { email: "", userId: null };

export function couponRoutes(context: Context, { querying }: ReturnType<typeof routesIn>) {
  return {
    checkCoupon: querying(checkCoupon, async ({ coupon_id, product_id, customer_country }, caller) => {
      // A member's own product has their deduction already.
      const customer = { ...(await tokenCustomer(context, caller)), memberId: undefined };
      const catalogue = await context.catalogue(context.db);
      const plan = planByProduct(await plansFor(context.db, catalogue, customer, context.now()), product_id);
      const coupon = couponById(catalogue, coupon_id);
      const refused = { valid: false, coupon_id, product_id };
      if (!plan || !coupon) return { ...refused, reason: coupon ? ("wrong_plan" as const) : ("unknown" as const) };
      const country = customer_country ?? (await countryOf(context, caller.address));
      const wanted = { plan, catalogue, country, couponId: coupon.id, buyer: NOBODY, now: context.now() };
      const quoted = await context.db.transaction().execute((tx) => quote(tx, wanted));
      return quoted.ok
        ? { valid: true, product_id, ...couponOffer(coupon, plan) }
        : { ...refused, reason: quoted.reason };
    }),
  };
}

/** Amounts in the plan's own currency. */
function couponOffer(coupon: Coupon, plan: SoldPlan) {
  const { currency, price_discount_amount: amount } = plan;
  const { id: coupon_id, discount, endsAt: expires_at } = coupon;
  return { coupon_id, discount, price_amount: discounted({ amount, currency }, coupon).amount, expires_at };
}

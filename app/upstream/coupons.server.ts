import { type Caller, callForAnybody } from "~/upstream/client/client.server";
import { checkCoupon } from "./contract/coupons";
import type { AnswerOf } from "./contract/endpoint";

export type CouponAnswer = AnswerOf<typeof checkCoupon> & { coupon_id: string };

/** Checks a coupon for a product and a country; never cached: it may be used up any moment. @throws UpstreamError */
export async function askAboutCoupon(
  couponId: string,
  productId: string,
  country: string,
  caller: Caller,
): Promise<CouponAnswer> {
  const query = { coupon_id: couponId, product_id: productId, customer_country: country };
  const answer = await callForAnybody(checkCoupon, { query }, caller, { circuit: "optional" });
  return { ...answer, coupon_id: answer.coupon_id ?? couponId };
}

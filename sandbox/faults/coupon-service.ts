import type { RequestHandler } from "express";
import { z } from "zod";
import { Failure } from "../../payments/api/failure";

/** A coupon of which the service that checks coupons cannot be reached. */
const couponDown = z.string().trim().toUpperCase().pipe(z.literal("DOWN"));

const check = z.object({ coupon_id: couponDown, product_id: z.string() });
const purchase = z.object({ coupon_id: couponDown });

/** Runs before a call's handler: refuses what names that coupon. */
export function couponServiceStep(name: string): RequestHandler {
  return (request, response, next) => {
    const checked = name === "checkCoupon" ? check.safeParse(request.query).data : undefined;
    const isBought = purchase.safeParse(request.body).success;
    if (checked) response.json({ valid: false, ...checked, reason: "service_down" });
    else next(isBought ? new Failure(422, "coupon_service_down", "The coupon does not apply.") : undefined);
  };
}

/** The state of an attempt's coupon; only a redeemed one counts against the coupon's limits. */
export type CouponHold = "held" | "released" | "redeemed";

export type CouponEvent = "attempt_failed" | "capture_kept" | "capture_disputed" | "capture_returned";

/**
 * Redeemed is final. A released hold becomes redeemed if the discounted payment succeeds late, and held again while
 * a late charge is disputed.
 */
export function reduceCouponHold(hold: CouponHold, event: CouponEvent): CouponHold {
  switch (event) {
    case "capture_kept":
      return "redeemed";
    case "capture_disputed":
      return hold === "released" ? "held" : hold;
    case "attempt_failed":
    case "capture_returned":
      return hold === "held" ? "released" : hold;
  }
}

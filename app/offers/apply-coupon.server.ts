import { LRUCache } from "lru-cache";
import { goWithout } from "~/errors/errors.server";
import { sharedRendering } from "~/security/host-facts.server";
import { limitGuesses } from "~/security/limits/guess-limit.server";
import { senderOf } from "~/security/limits/rate-limit.server";
import type { CouponReason } from "~/upstream/contract/coupons";
import { askAboutCoupon, type CouponAnswer } from "~/upstream/coupons.server";
import type { Visitor } from "~/visitor/visitor.server";
import { type Coupon, isCouponId, type Offer, withCoupon } from "./offer";

/** The payments API's answer about a typed coupon; `none`: no coupon was typed. */
export type CouponCheck =
  | { kind: "none" }
  | { kind: "good"; coupon: Coupon }
  | { kind: "refused"; reason: CouponReason };

/** An offer after its coupon was checked, with the coupon where it applies. It can be paid either way. */
export interface CouponResult {
  offer: Offer;
  refused: CouponReason | undefined;
}

/** Right codes, in the wrong place or at the wrong time: whoever has one is not guessing. */
const MISPLACED: readonly CouponReason[] = ["wrong_plan", "wrong_country", "not_with_trial", "service_down"];

const isWrongCode = (answer: CouponAnswer | undefined): boolean =>
  answer?.valid === false && !MISPLACED.includes(answer.reason ?? "unknown");

/** Coupons, as they were typed, that the payments API has accepted in the last minute, by app: of these nobody guesses. */
const good = new LRUCache<string, true>({ max: 500, ttl: 60_000, ttlResolution: 0, perf: { now: () => Date.now() } });
const goodKey = (appType: number, typed: string): string => `${appType} ${typed}`;

/** For tests. */
export const forgetGoodCoupons = (): void => good.clear();

/** Whether a page with this coupon may be the same for all who ask for it. */
export const isGoodCoupon = (appType: number, typed: string): boolean => good.has(goodKey(appType, typed));

/**
 * Checks a coupon as it was typed, for a product and buyers of a country. Whoever has sent too many wrong codes waits, and
 * then reads that coupons cannot be checked now: the price without one is always there to pay. Never throws UpstreamError.
 */
export async function checkCoupon(
  typed: string,
  productId: string,
  country: string,
  visitor: Visitor,
): Promise<CouponCheck> {
  const id = typed.trim();
  if (id === "") return { kind: "none" };
  if (!isCouponId(id)) return { kind: "refused", reason: "unknown" };
  const ask = () =>
    askAboutCoupon(id, productId, country, visitor.caller).catch((error) => goWithout("coupon check", visitor, error));
  // A page for many has one that was accepted just now.
  const isForMany = sharedRendering() !== undefined;
  const answer = isForMany ? await ask() : await limitGuesses("wrongCoupon", senderOf(visitor), ask, isWrongCode);
  const coupon = answer?.valid === false ? undefined : answer && couponOf(answer);
  if (coupon === undefined) good.delete(goodKey(visitor.appType, typed));
  else good.set(goodKey(visitor.appType, typed), true);
  if (answer?.valid === false) return { kind: "refused", reason: answer.reason ?? "unknown" };
  return coupon === undefined ? { kind: "refused", reason: "service_down" } : { kind: "good", coupon };
}

export function applyCoupon(check: CouponCheck, offer: Offer): CouponResult {
  switch (check.kind) {
    case "none":
      return { offer, refused: undefined };
    case "refused":
      return { offer, refused: check.reason };
    case "good": {
      const cheaper = withCoupon(offer, check.coupon);
      return cheaper === undefined ? { offer, refused: "wrong_country" } : { offer: cheaper, refused: undefined };
    }
  }
}

/** Undefined where the payments API accepts the coupon without saying how much it takes off: then there is no price. */
function couponOf({ coupon_id: id, discount }: CouponAnswer): Coupon | undefined {
  if (!discount) return undefined;
  const { type, value, currency } = discount;
  if (type === "percent") return { id, discount: { type, value } };
  return currency === undefined ? undefined : { id, discount: { type, value, currency } };
}

import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { type Coupon, discounted, isCouponId, isSameCoupon, withCoupon } from "~/offers/offer";
import { runs } from "../setup/effort";
import { anyAmount, anyCoupon, makeBaseOffer } from "./builders";

const share = (value: number): Coupon => ({ id: "SHARE", discount: { type: "percent", value } });
const money = (value: number, currency = "USD"): Coupon => ({
  id: "MONEY",
  discount: { type: "amount", value, currency },
});

it.each([
  [47.88, share(20), 38.3],
  [11.99, share(50), 6],
  [0.99, share(50), 0.5],
  [1.01, share(50), 0.51],
  [59.99, share(100), 0],
  [59.99, share(120), 0],
  [59.99, share(0), 59.99],
  [59.99, money(10), 49.99],
  [59.99, money(59.99), 0],
  [59.99, money(60), 0],
])("%d with %j is %d: half a cent goes up, and nothing goes below nothing", (amount, coupon, due) => {
  expect(discounted({ amount, currency: "USD" }, coupon)).toBe(due);
});

it("a coupon leaves whole yen, and thousandths of a dinar", () => {
  expect(discounted({ amount: 499, currency: "JPY" }, share(15))).toBe(424);
  expect(discounted({ amount: 1.495, currency: "KWD" }, share(50))).toBe(0.748);
});

it("whatever the coupon, the price stays between nothing and what it was, to the cent", () => {
  fc.assert(
    fc.property(anyAmount, anyCoupon, (amount, coupon) => {
      const due = discounted({ amount, currency: "USD" }, coupon);
      expect(due).toBeGreaterThanOrEqual(0);
      expect(due).toBeLessThanOrEqual(amount);
      expect(Big(due).times(100).mod(1).toNumber()).toBe(0);
    }),
    { numRuns: runs(10_000) },
  );
});

it("an offer keeps its own price beside the one that is due with a coupon", () => {
  const offer = makeBaseOffer();
  expect(withCoupon(offer, share(20))).toEqual({ ...offer, dueToday: 47.99, coupon: { ...share(20), off: 12 } });
});

it("a trial with a coupon costs less than the trial", () => {
  const offer = withCoupon(makeBaseOffer({ trial_price: 1, trial_days: 3 }), share(50));
  expect(offer).toMatchObject({ dueToday: 0.5, renewal: 59.99 });
});

it("money off in another currency does not apply", () => {
  expect(withCoupon(makeBaseOffer(), money(10, "EUR"))).toBeUndefined();
});

it.each(["WELCOME20", "a", "20 % off", "ÉTÉ-2026", "x".repeat(64)])("%j can be a coupon", (text) => {
  expect(isCouponId(text)).toBe(true);
});

it.each(["", "x".repeat(65), "A\nB", "A\u0000", "\u202eA", "\t"])("%j cannot be one", (text) => {
  expect(isCouponId(text)).toBe(false);
});

it("case and spaces around it make no other coupon", () => {
  expect(isSameCoupon(" welcome20 ", "WELCOME20")).toBe(true);
  expect(isSameCoupon("WELCOME2", "WELCOME20")).toBe(false);
});

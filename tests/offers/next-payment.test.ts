import { expect, it } from "vitest";
import { withCoupon } from "~/offers/offer";
import { nextPayment } from "~/offers/sale/sale-kind";
import { makeBaseOffer } from "./builders";

const today = "2026-12-30";

it("a plan renews after its period at its price", () => {
  const next = nextPayment(makeBaseOffer(), today);
  expect(next).toMatchObject({ kind: "renews", amount: 59.99, period: { unit: "year", count: 1 } });
  expect(next.on).toBe("2027-12-30");
});

it.each([0.99, 0])("a trial for %d is followed by the first full period", (price) => {
  const next = nextPayment(makeBaseOffer({ trial_price: price, trial_days: 3 }), today);
  expect(next).toMatchObject({ kind: "renews", amount: 59.99, period: { unit: "year", count: 1 } });
  expect(next.on).toBe("2027-01-02");
});

it("a coupon is for today only: what follows is the plan's price", () => {
  const offer = withCoupon(makeBaseOffer(), { id: "HALF", discount: { type: "percent", value: 50 } });
  expect(offer && nextPayment(offer, today)).toMatchObject({ kind: "renews", amount: 59.99 });
});

it("a credit is for today only, too, even one for all of it", () => {
  const offer = makeBaseOffer({ price_discount_amount: 0, price_deduction_amount: 59.99 });
  expect(nextPayment(offer, today)).toMatchObject({ kind: "renews", amount: 59.99 });
});

it("with a coupon for all of it nothing renews: your plan doesn’t renew", () => {
  const free = withCoupon(makeBaseOffer(), { id: "FREE", discount: { type: "percent", value: 100 } });
  expect(free && nextPayment(free, today)).toEqual({ kind: "ends", on: "2027-12-30" });
});

it("a plan that is sold once ends by itself, and so does a trial without a way to pay", () => {
  expect(nextPayment(makeBaseOffer({ renews: false }), today).kind).toBe("ends");
  const trial = nextPayment(makeBaseOffer({ trial_price: 0, trial_days: 7, trial_without_method: true }), today);
  expect([trial.kind, trial.on]).toEqual(["ends", "2027-01-06"]);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { bestValue, makeOffer, savedShare, withCoupon, withoutTrial } from "~/offers/offer";
import { makePlan } from "../mocks/builders";
import { runs } from "../setup/effort";
import { anyLocalPrice, anyPlan, makeBaseOffer, makeLocalPrice } from "./builders";

it("an offer is what its plan says, in the plan's currency", () => {
  expect(makeBaseOffer()).toMatchObject({
    planId: "year",
    productId: "1001",
    period: { unit: "year", count: 1 },
    amounts: { currency: "USD", full: 119.88, price: 59.99 },
    trial: undefined,
    dueToday: 59.99,
    isLocal: false,
  });
});

it("with a local price all of its money is in that currency", () => {
  const offer = makeOffer(makePlan(), makeLocalPrice(54.99, "EUR"));
  expect(offer).toMatchObject({ amounts: { currency: "EUR" }, dueToday: 54.99, renewal: 54.99, isLocal: true });
});

it("a trial is what is due today, and the plan's price follows", () => {
  const offer = makeBaseOffer({ trial_price: 0.99, trial_days: 3 });
  expect(offer).toMatchObject({
    trial: { price: 0.99, period: { unit: "day", count: 3 } },
    dueToday: 0.99,
    renewal: 59.99,
  });
});

it("a free trial is a trial", () => {
  expect(makeBaseOffer({ trial_price: 0, trial_days: 7 }).dueToday).toBe(0);
});

it("whoever has used the trial pays the plan's price, and what a coupon took off the trial is no part of it", () => {
  const trial = makeBaseOffer({ trial_price: 1, trial_days: 3 });
  const cheaper = withCoupon(trial, { id: "HALF", discount: { type: "percent", value: 50 } });
  expect(cheaper && withoutTrial(cheaper)).toMatchObject({ trial: undefined, coupon: undefined, dueToday: 59.99 });
});

it("a trial price without days, or days without a price, is no trial", () => {
  expect(makeBaseOffer({ trial_price: 0.99 }).trial).toBeUndefined();
  expect(makeBaseOffer({ trial_days: 3 }).trial).toBeUndefined();
});

it("a member's credit is for today only: the renewal is without it", () => {
  const offer = makeBaseOffer({ price_discount_amount: 40.1, price_deduction_amount: 19.89 });
  expect(offer).toMatchObject({ dueToday: 40.1, renewal: 59.99 });
});

it("the best value costs least a month; of equals the first", () => {
  const offers = [
    makeBaseOffer({ id: "month", price_unit: 11.99 }),
    makeBaseOffer({ id: "year", price_unit: 5 }),
    makeBaseOffer({ id: "year-too", price_unit: 5 }),
  ];
  expect(bestValue(offers)?.planId).toBe("year");
  expect(bestValue([])).toBeUndefined();
});

it("prices in different currencies are not compared: the best value is among those most plans have", () => {
  const euros = makeLocalPrice(54.99, "EUR");
  const offers = [
    makeBaseOffer({ id: "left-out", price_unit: 0.01 }),
    makeOffer(makePlan({ id: "month", price_unit: 11.99 }), euros),
    makeOffer(makePlan({ id: "year", price_unit: 5 }), euros),
  ];
  expect(bestValue(offers)?.planId).toBe("year");
});

it("where as many plans are in one currency as in another, the first one's counts", () => {
  const offers = [makeBaseOffer({ id: "dollars", price_unit: 5 }), makeOffer(makePlan(), makeLocalPrice(0.5, "EUR"))];
  expect(bestValue(offers)?.planId).toBe("dollars");
});

it.each([
  [100, 508.8, 0.57],
  [100, 504, 0.58],
  [10, 119.88, 0],
  [10, 120, 0],
  [10, 144, 0],
  [0, 0, 0],
  [10, 0, 1],
])("with %d a month, paying %d for a year saves %d: never more than the truth", (monthly, yearly, share) => {
  const month = { ...makeBaseOffer({ interval: "month" }), renewal: monthly };
  expect(savedShare({ ...makeBaseOffer(), renewal: yearly }, [month])).toBe(share);
});

it("whatever a plan and a local price hold, no amount is negative or not a number", () => {
  fc.assert(
    fc.property(anyPlan, anyLocalPrice, (plan, local) => {
      const { amounts, dueToday, renewal } = makeOffer(plan, local);
      const money = [amounts.full, amounts.price, amounts.perMonth, amounts.deduction, dueToday, renewal];
      expect(money.every((amount) => Number.isFinite(amount) && amount >= 0)).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

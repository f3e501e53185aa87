import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { baseAmounts, canLocalise, localAmounts } from "~/offers/offer";
import { makePlan } from "../mocks/builders";
import { runs } from "../setup/effort";
import { anyAmount, anyPlan, makeLocalPrice } from "./builders";

it("what was asked before is what the payments API says of that country, and made by no ratio", () => {
  const plan = makePlan({ price_discount_amount: 50, price_amount: 100, regular_since: "2026-01-01" });
  expect(localAmounts(plan, makeLocalPrice(45)).full).toBe(45);
  expect(localAmounts(plan, { ...makeLocalPrice(45), regular: 79 }).full).toBe(79);
});

it("every amount of a plan moves by the ratio of the local price to the discounted one", () => {
  const plan = makePlan({
    price_discount_amount: 50,
    price_amount: 100,
    price_unit: 4.17,
    trial_price: 1,
    price_deduction_amount: 10,
  });
  expect(localAmounts(plan, makeLocalPrice(45, "EUR"))).toEqual({
    currency: "EUR",
    full: 54,
    price: 45,
    tax: undefined,
    perMonth: 3.75,
    trial: 0.9,
    deduction: 9,
    undiscounted: 54,
  });
});

it.each([
  [1.005, 1.01],
  [2.675, 2.68],
  [8.575, 8.58],
  [1.0049, 1],
])("a local price of %d is %d: half a cent goes up, exactly", (gross, price) => {
  expect(localAmounts(makePlan(), makeLocalPrice(gross)).price).toBe(price);
});

it("half a cent of the other amounts goes up as well", () => {
  const plan = makePlan({ price_discount_amount: 2, price_unit: 0.09 });
  expect(localAmounts(plan, makeLocalPrice(1)).perMonth).toBe(0.05);
});

it("a third is rounded once, at the end", () => {
  const plan = makePlan({ price_discount_amount: 3, price_amount: 9.99, price_unit: 0.3 });
  expect(localAmounts(plan, makeLocalPrice(1))).toMatchObject({ price: 1, perMonth: 0.1 });
});

it("a plan without a trial has none in another currency either", () => {
  expect(localAmounts(makePlan(), makeLocalPrice()).trial).toBeUndefined();
  expect(baseAmounts(makePlan({ trial_price: null })).trial).toBeUndefined();
});

it.each([
  ["no local price came back", makePlan(), undefined],
  ["the local price is 0", makePlan(), makeLocalPrice(0)],
  ["the plan is free", makePlan({ price_discount_amount: 0 }), makeLocalPrice()],
])("where %s the plan's own price stands", (_, plan, local) => {
  expect(canLocalise(plan, local)).toBe(false);
});

it("a local price and a plan that costs something make a ratio", () => {
  expect(canLocalise(makePlan(), makeLocalPrice())).toBe(true);
});

it("a local amount is never more than half a cent from the exact one, and never not a number", () => {
  fc.assert(
    fc.property(anyPlan, anyAmount, (plan, gross) => {
      const local = makeLocalPrice(gross);
      if (!canLocalise(plan, local)) return;
      const { perMonth } = localAmounts(plan, local);
      const exact = Big(plan.price_unit).times(gross).div(plan.price_discount_amount);
      expect(Big(perMonth).minus(exact).abs().lte("0.005")).toBe(true);
    }),
    { numRuns: runs(10_000) },
  );
});

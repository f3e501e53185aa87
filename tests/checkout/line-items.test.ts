import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineItems, renewalOf } from "~/checkout/line-items";
import { makeOffer } from "~/checkout/offer";
import { anyLocalPrice, anyPlan, makeBaseOffer } from "./builders";

it("the regular price, the discount and a member's credit explain what is due", () => {
  const offer = makeBaseOffer({ price_amount: 119.88, price_discount_amount: 40, price_deduction_amount: 19.99 });
  expect(lineItems(offer)).toEqual([
    { kind: "plan", amount: 119.88 },
    { kind: "discount", amount: -59.89 },
    { kind: "deduction", amount: -19.99 },
    { kind: "dueToday", amount: 40 },
  ]);
});

it("a plan without a discount has no line for one", () => {
  expect(lineItems(makeBaseOffer({ price_amount: 59.99 })).map(({ kind }) => kind)).toEqual(["plan", "dueToday"]);
});

it("a trial stands alone: nothing of the plan's price is due today", () => {
  expect(lineItems(makeBaseOffer({ trial_price: 0.99, trial_days: 3 }))).toEqual([
    { kind: "trial", amount: 0.99, period: { unit: "day", count: 3 } },
    { kind: "dueToday", amount: 0.99 },
  ]);
});

it("the lines always add up to what is due today", () => {
  fc.assert(
    fc.property(anyPlan, anyLocalPrice, (plan, local) => {
      const offer = makeOffer(plan, local);
      const parts = lineItems(offer).filter(({ kind }) => kind !== "dueToday");
      const sum = parts.reduce((total, { amount }) => total.plus(amount), Big(0));
      expect(sum.toNumber()).toBe(offer.dueToday);
    }),
    { numRuns: 10_000 },
  );
});

it("a plan renews after its period at its price", () => {
  const renewal = renewalOf(makeBaseOffer(), new Date("2026-11-21T10:00:00Z"));
  expect(renewal).toMatchObject({ amount: 59.99, period: { unit: "year", count: 1 }, isAfterTrial: false });
  expect(renewal.on.toISOString().slice(0, 10)).toBe("2027-11-21");
});

it("a trial is followed by the first full period", () => {
  const offer = makeBaseOffer({ trial_price: 0.99, trial_days: 3 });
  const renewal = renewalOf(offer, new Date("2026-12-30T10:00:00Z"));
  expect(renewal).toMatchObject({ amount: 59.99, isAfterTrial: true });
  expect(renewal.on.toISOString().slice(0, 10)).toBe("2027-01-02");
});

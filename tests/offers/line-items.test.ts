import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineItems, makeOffer, withCoupon } from "~/offers/offer";
import { makePlan } from "../mocks/builders";
import { runs } from "../setup/effort";
import { anyCoupon, anyLocalPrice, anyPlan, makeBaseOffer, makeLocalPrice } from "./builders";

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

it("a coupon has a line of its own, after the plan's own reductions", () => {
  const offer = makeBaseOffer({ price_amount: 80, price_discount_amount: 40 });
  const cheaper = withCoupon(offer, { id: "TENOFF", discount: { type: "amount", value: 10, currency: "USD" } });
  expect(cheaper && lineItems(cheaper)).toEqual([
    { kind: "plan", amount: 80 },
    { kind: "discount", amount: -40 },
    { kind: "coupon", amount: -10 },
    { kind: "dueToday", amount: 30 },
  ]);
});

it("a coupon that takes nothing off is 0, without a sign", () => {
  const offer = withCoupon(makeBaseOffer(), { id: "NONE", discount: { type: "percent", value: 0 } });
  const line = offer && lineItems(offer).find(({ kind }) => kind === "coupon");
  expect(Object.is(line?.amount, 0)).toBe(true);
});

it("the tax in what is due stands below it", () => {
  const offer = makeOffer(makePlan(), { ...makeLocalPrice(54.99), tax: 9.54 });
  expect(lineItems(offer).at(-1)).toEqual({ kind: "tax", amount: 9.54 });
  const half = withCoupon(offer, { id: "HALF", discount: { type: "percent", value: 50 } });
  // 27.5 of 54.99 is due: 9.54 × 27.5 ÷ 54.99 = 4.7709
  expect(half && lineItems(half).at(-1)).toEqual({ kind: "tax", amount: 4.77 });
});

it("a tax that has a name and a rate keeps them", () => {
  const taxName = { name: "VAT", rate: 21 };
  const offer = makeOffer(makePlan(), { ...makeLocalPrice(54.99), tax: 9.54, taxName });
  expect(lineItems(offer).at(-1)).toEqual({ kind: "tax", amount: 9.54, ...taxName });
});

it.each([
  ["the payments API names no tax", undefined],
  ["there is none", 0],
])("where %s there is no line for it", (_, tax) => {
  const offer = makeOffer(makePlan(), { ...makeLocalPrice(54.99), tax });
  expect(lineItems(offer).map(({ kind }) => kind)).not.toContain("tax");
});

it("of nothing there is no tax", () => {
  const offer = withCoupon(makeOffer(makePlan(), { ...makeLocalPrice(), tax: 9.54 }), {
    id: "FREE",
    discount: { type: "percent", value: 100 },
  });
  expect(offer && lineItems(offer).map(({ kind }) => kind)).toEqual(["plan", "coupon", "dueToday"]);
});

it("the lines always add up to what is due today, and the tax is never more than that", () => {
  fc.assert(
    fc.property(anyPlan, anyLocalPrice, fc.option(anyCoupon, { nil: undefined }), (plan, local, coupon) => {
      const plain = makeOffer(plan, local);
      const offer = (coupon && withCoupon(plain, coupon)) ?? plain;
      const items = lineItems(offer);
      const parts = items.filter(({ kind }) => kind !== "dueToday" && kind !== "tax");
      const sum = parts.reduce((total, { amount }) => total.plus(amount), Big(0));
      expect(sum.toNumber()).toBe(offer.dueToday);
      expect(items.find(({ kind }) => kind === "tax")?.amount ?? 0).toBeLessThanOrEqual(offer.dueToday);
    }),
    { numRuns: runs(10_000) },
  );
});

import fc from "fast-check";
import { type Coupon, makeOffer, type Offer } from "~/offers/offer";
import type { LocalPrice, Plan } from "~/upstream/contract/catalogue";
import { makePlan } from "../mocks/builders";

/** What a plan costs somewhere; 54.99 EUR unless told. */
export const makeLocalPrice = (gross = 54.99, currency = "EUR"): LocalPrice => ({ gross, currency });

/** makePlan's plan as an offer at its own price. */
export const makeBaseOffer = (overrides: Parameters<typeof makePlan>[0] = {}): Offer =>
  makeOffer(makePlan(overrides), undefined);

/** An amount with at most two decimals. */
export const anyAmount = fc.integer({ min: 0, max: 10_000_000 }).map((cents) => cents / 100);

/** Plans as the contract allows them, the odd ones included: free, dearer than regular, with or without a trial. */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    price_discount_amount: anyAmount,
    price_amount: anyAmount,
    price_unit: anyAmount,
    price_deduction_amount: fc.oneof(fc.constant(0), anyAmount),
    trial_price: fc.oneof(fc.constant(null), anyAmount),
    trial_days: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 365 })),
    trial_without_method: fc.boolean(),
    renews: fc.boolean(),
  })
  .map((amounts) => makePlan(amounts));

/** Now and then with the tax that is in it. */
export const anyLocalPrice: fc.Arbitrary<LocalPrice | undefined> = fc.oneof(
  fc.constant(undefined),
  fc
    .record({ gross: anyAmount, percent: fc.option(fc.integer({ min: 0, max: 99 }), { nil: undefined }) })
    .map(({ gross, percent }) => ({
      ...makeLocalPrice(gross),
      tax: percent === undefined ? undefined : Math.floor(gross * percent) / 100,
    })),
);

/** Shares and amounts, the odd ones included: nothing, all, more than all, and another currency's money. */
export const anyCoupon: fc.Arbitrary<Coupon> = fc.oneof(
  fc
    .integer({ min: 0, max: 20_000 })
    .map((hundredths) => ({ id: "SHARE", discount: { type: "percent" as const, value: hundredths / 100 } })),
  fc.tuple(anyAmount, fc.constantFrom("USD", "EUR")).map(([value, currency]) => ({
    id: "AMOUNT",
    discount: { type: "amount" as const, value, currency },
  })),
);

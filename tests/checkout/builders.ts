import fc from "fast-check";
import type { LocalPrice } from "~/checkout/localised-price";
import { makeOffer, type Offer } from "~/checkout/offer";
import type { Plan } from "~/upstream/contract/catalogue";
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
  })
  .map((amounts) => makePlan(amounts));

export const anyLocalPrice: fc.Arbitrary<LocalPrice | undefined> = fc.oneof(
  fc.constant(undefined),
  anyAmount.map((gross) => makeLocalPrice(gross)),
);

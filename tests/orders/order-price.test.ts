import { expect, it } from "vitest";
import { renewalOf } from "~/orders/order-price";
import { makeResult } from "../mocks/builders";
import { makeAppOrder, makeOrder } from "./orders";

const SUBSCRIPTION = makeOrder({ sale: "subscription", next: { on: "2027-11-21", amount: 59.99 } });
const RENEWAL = { on: "2027-12-01T08:00:00Z", amount: 64.99, currency: "EUR" };
const YEAR = { unit: "year", count: 1 };

it("the next payment is the one that was told at the sale", () => {
  const next = { on: "2027-11-21", amount: 59.99, currency: "USD", period: YEAR };
  expect(renewalOf(SUBSCRIPTION)).toEqual(next);
  expect(renewalOf(SUBSCRIPTION, makeResult())).toEqual(next);
});

it("what the payments API says goes before that", () => {
  const renewal = { ...RENEWAL, day: "2027-12-01" };
  const next = { amount: 64.99, currency: "EUR", on: "2027-12-01", period: YEAR };
  expect(renewalOf(SUBSCRIPTION, makeResult({ renewal }))).toEqual(next);
  expect(renewalOf(makeAppOrder(), makeResult({ renewal: RENEWAL }))).toEqual(next);
  // In Honolulu it is the day before, and nobody may be charged sooner than they are told.
  expect(renewalOf(SUBSCRIPTION, makeResult({ renewal: RENEWAL }))).toEqual({ ...next, on: "2027-11-30" });
  const ofAnotherPlan = makeResult({ renewal, plan_id: "month" });
  expect(renewalOf(SUBSCRIPTION, ofAnotherPlan)).toEqual({ ...next, period: undefined });
});

it.each(["once", "freeTrial"] as const)("what was sold as %s ends by itself", (sale) => {
  expect(renewalOf(makeOrder({ sale }), makeResult())).toBe("none");
});

it.each([
  ["an order whose token is from before", makeOrder(), makeResult()],
  ["a purchase in an app", makeAppOrder(), makeResult()],
  ["an order that another form began at another price", SUBSCRIPTION, makeResult({ amount: 49.99 })],
])("of %s nothing is claimed", (_, order, result) => {
  expect(renewalOf(order, result)).toBeUndefined();
});

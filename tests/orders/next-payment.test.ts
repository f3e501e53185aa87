import { expect, it } from "vitest";
import { nextPaymentOf } from "~/orders/next-payment";
import { makeResult } from "../mocks/builders";
import { makeAppOrder, makeOrder } from "./orders";

const SUBSCRIPTION = makeOrder({ sale: "subscription", next: { on: "2027-11-21", amount: 59.99 } });
const RENEWAL = { on: "2027-12-01T08:00:00Z", amount: 64.99, currency: "EUR" };
const YEAR = { unit: "year", count: 1 };

it("the next payment is the one that was told at the sale", () => {
  const next = { on: new Date("2027-11-21"), amount: 59.99, currency: "USD", period: YEAR };
  expect(nextPaymentOf(SUBSCRIPTION)).toEqual(next);
  expect(nextPaymentOf(SUBSCRIPTION, makeResult())).toEqual(next);
});

it("what the payments API says goes before that", () => {
  const next = { ...RENEWAL, on: new Date(RENEWAL.on), period: YEAR };
  expect(nextPaymentOf(SUBSCRIPTION, makeResult({ renewal: RENEWAL }))).toEqual(next);
  expect(nextPaymentOf(makeAppOrder(), makeResult({ renewal: RENEWAL }))).toEqual(next);
  const ofAnotherPlan = makeResult({ renewal: RENEWAL, plan_id: "month" });
  expect(nextPaymentOf(SUBSCRIPTION, ofAnotherPlan)).toEqual({ ...next, period: undefined });
});

it.each(["once", "freeTrial"] as const)("what was sold as %s ends by itself", (sale) => {
  expect(nextPaymentOf(makeOrder({ sale }), makeResult())).toBe("none");
});

it.each([
  ["an order whose token is from before", makeOrder(), makeResult()],
  ["a purchase in an app", makeAppOrder(), makeResult()],
  ["an order that another form began at another price", SUBSCRIPTION, makeResult({ amount: 49.99 })],
])("of %s nothing is claimed", (_, order, result) => {
  expect(nextPaymentOf(order, result)).toBeUndefined();
});

import { expect, it } from "vitest";
import { RetryBudget } from "~/upstream/client/deadline-and-retry.server";

const spendAll = (budget: RetryBudget) => {
  let spent = 0;
  while (budget.spend()) spent += 1;
  return spent;
};

it("a quiet site has a reserve to retry from", () => {
  expect(spendAll(new RetryBudget(0.1, 10))).toBe(10);
});

it("once the reserve is gone, ten calls pay for one retry", () => {
  const budget = new RetryBudget(0.1, 10);
  spendAll(budget);
  for (let call = 1; call <= 9; call += 1) budget.countCall();
  expect(budget.spend()).toBe(false);
  budget.countCall();
  expect(budget.spend()).toBe(true);
  expect(budget.spend()).toBe(false);
});

it("a busy day does not save up more than the reserve", () => {
  const budget = new RetryBudget(0.1, 10);
  for (let call = 0; call < 10_000; call += 1) budget.countCall();
  expect(spendAll(budget)).toBe(10);
});

it("with every call failing, retries are a tenth of the traffic beyond the reserve", () => {
  const budget = new RetryBudget(0.1, 10);
  let retries = 0;
  for (let call = 0; call < 1_000; call += 1) {
    budget.countCall();
    if (budget.spend()) retries += 1;
  }
  expect(retries).toBeGreaterThanOrEqual(109);
  expect(retries).toBeLessThanOrEqual(111);
});

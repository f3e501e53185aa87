import { expect, it } from "vitest";
import { plans, prices } from "~/upstream/contract/catalogue";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { ask } from "../../../tools/contract/client";
import { purchase, purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { runningPayments } from "../hooks/running-payments";

/** A provider that renews after a year at most. */
async function yearAtMost() {
  const payments = await runningPayments();
  payments.provider.can.renewYears = 1;
  return payments;
}

it("a plan that renews less often than a provider can does not name it, all others name nobody", async () => {
  const { target } = await yearAtMost();
  const sold = (await ask(target, plans)).plans;
  const named = sold.map(({ interval, interval_count, providers }) => [interval_count, interval, providers]);
  expect(named).toEqual([
    [1, "week", undefined],
    [1, "month", undefined],
    [1, "year", undefined],
    [2, "year", []],
  ]);
});

it("and is not opened there, whoever asks; a year is", async () => {
  const { target, provider } = await yearAtMost();
  await purchase(target, await purchaseFields(target, 1));
  const sent = withKey(await purchaseFields(target, 2));
  await refused(target, { endpoint: soPurchase, sent }, 422, "provider_refused");
  expect(provider.payments.size).toBe(1);
});

it("a price in a currency that a provider lacks does not name it, whatever the plan's own currency is", async () => {
  const { target, provider } = await runningPayments();
  provider.can.currencies = ["USD"];
  const sold = (await ask(target, plans)).plans;
  expect(sold.map(({ providers }) => providers)).toEqual(sold.map(() => undefined));
  const product_ids = sold.map(({ product_id }) => product_id).join();
  const takersIn = async (customer_country: string) => {
    const { products } = await ask(target, prices, { query: { product_ids, customer_country } });
    return products.map(({ currency, providers }) => [currency, providers]);
  };
  expect(await takersIn("GB")).toEqual(sold.map(() => ["GBP", []]));
  expect(await takersIn("US")).toEqual(sold.map(() => ["USD", ["so"]]));
});

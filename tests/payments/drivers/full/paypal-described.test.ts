import { describe, expect, it } from "vitest";
import { needs } from "../../../setup/report/needs";
import { payPalUnderTest } from "../paypal/paypal-under-test";
import { DAY, renewing, Trial } from "../provider-under-test";
import { buyersOf, DESCRIPTIONS, describedApi } from "./described-api";

const FILES = ["orders", "payments", "subscriptions"].map((part) => `paypal-${part}.json`);

/** What PayPal describes elsewhere than in these files. */
const ELSEWHERE = [
  "POST /v1/oauth2/token",
  "POST /v1/catalogs/products",
  "GET /v1/customer/disputes",
  "GET /v1/reporting/transactions",
];

describe(
  "PayPal's own description",
  needs("PROVIDER_DESCRIPTIONS, a folder with paypal-orders.json", DESCRIPTIONS !== undefined),
  () => {
    it("has every request of the driver and every answer of the stand-in", async () => {
      const trial = await Trial.start(payPalUnderTest);
      const api = await describedApi(FILES, trial.standIn.origin);
      await everyCall(trial, api.origin);
      expect([...api.found].filter((one) => !ELSEWHERE.some((path) => one.startsWith(path)))).toEqual([]);
    });
  },
);

async function everyCall(trial: Trial, origin: string): Promise<void> {
  const driver = payPalUnderTest.driver({ ...trial.standIn, origin });
  const buy = buyersOf(trial, driver, origin);
  for (const outcome of ["decline", "pending", "refused"]) await buy({}, outcome);
  const paid = await buy({ language: "zh-hant", title: "VPN ".repeat(50) }, "pay");
  await driver.find(paid.opening, trial.call);
  await driver.close((await buy({ language: "xx" })).name, trial.call);
  await driver.close(paid.name, trial.call);
  await giveBack(trial, driver, paid.standing);
  trial.standIn.act({ act: "dispute", payment: paid.name.reference, state: "open" });
  await driver.ask(paid.name, trial.call);
  const week = { period: { interval: "week", interval_count: 1 }, renewsAt: trial.time + 7 * DAY } as const;
  for (const amount of [0, 1])
    await buy({ ...renewing(trial.time), ...week, price: { amount, currency: "USD" } }, "pay");
  await buy({ ...renewing(trial.time), price: { amount: 5, currency: "USD" } }, "refused");
  const pending = await buy(renewing(trial.time));
  await driver.find(pending.opening, trial.call);
  await driver.close(pending.name, trial.call);
  await ofSubscription(trial, driver, (await buy(renewing(trial.time), "pay")).standing.subscription ?? "");
}

async function giveBack(
  trial: Trial,
  driver: Trial["driver"],
  { reports }: Awaited<ReturnType<Trial["driver"]["ask"]>>,
) {
  const [captured] = reports;
  if (captured?.type !== "captured") throw new Error("It was not captured");
  const refund = {
    captureId: captured.captureId,
    money: { amount: 5, currency: "USD" },
    key: "refund_1",
    orderId: "ord",
  };
  await driver.refund(refund, trial.call);
  await driver.refund(refund, trial.call);
}

async function ofSubscription(trial: Trial, { subscriptions }: Trial["driver"], reference: string): Promise<void> {
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "failed" });
  await subscriptions?.ask(reference, trial.call);
  for (const key of ["first", "second"]) await subscriptions?.cancelAtEnd(reference, { ...trial.call, key });
  for (const key of ["third", "fourth"]) await subscriptions?.resume?.(reference, { ...trial.call, key });
  await subscriptions?.endNow(reference, { ...trial.call, key: "end" });
}

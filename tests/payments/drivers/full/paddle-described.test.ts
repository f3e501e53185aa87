import { describe, expect, it } from "vitest";
import { needs } from "../../../setup/report/needs";
import { paddleUnderTest } from "../paddle/paddle-under-test";
import { DAY, renewing, Trial } from "../provider-under-test";
import { buyersOf, DESCRIPTIONS, describedApi } from "./described-api";

/** Times are compared by operators in brackets, which the description tells of in words only. */
const IN_WORDS = ["created_at", "updated_at"].map(
  (name) =>
    `GET /transactions: query.${name}[GTE] Query parameter "${name}[GTE]" looks like a serialization of "${name}" - check the encoding format`,
);

describe(
  "Paddle's own description",
  needs("PROVIDER_DESCRIPTIONS, a folder with paddle.yaml", DESCRIPTIONS !== undefined),
  () => {
    it("has every request of the driver and every answer of the stand-in", async () => {
      const trial = await Trial.start(paddleUnderTest);
      const api = await describedApi(["paddle.yaml"], trial.standIn.origin, "comma");
      await everyCall(trial, api.origin);
      expect([...api.found].toSorted()).toEqual(IN_WORDS.toSorted());
    });
  },
);

async function everyCall(trial: Trial, origin: string): Promise<void> {
  const driver = paddleUnderTest.driver({ ...trial.standIn, origin });
  const buy = buyersOf(trial, driver, origin);
  for (const outcome of ["decline", "challenge", "pending"]) await buy({}, outcome);
  const paid = await buy({}, "decline", "pay");
  await driver.find(paid.opening, trial.call);
  await driver.close((await buy({})).name, trial.call);
  await driver.close(paid.name, trial.call);
  const refund = { captureId: paid.name.reference, orderId: "ord", key: "refund_1" };
  await driver.refund({ ...refund, money: { amount: 5, currency: "USD" } }, trial.call);
  await driver.refund(
    { ...refund, captureId: (await buy({}, "pay")).name.reference, money: paid.opening.price },
    trial.call,
  );
  for (const state of ["open", "lost", "won"] as const)
    trial.standIn.act({ act: "dispute", payment: paid.name.reference, state });
  await driver.ask(paid.name, trial.call);
  const week = { period: { interval: "week", interval_count: 1 }, renewsAt: trial.time + 7 * DAY } as const;
  for (const amount of [0, 1])
    await buy({ ...renewing(trial.time), ...week, price: { amount, currency: "USD" } }, "pay");
  await ofSubscription(trial, driver, (await buy(renewing(trial.time), "pay")).standing.subscription ?? "");
  for await (const page of driver.books?.movements({ from: trial.time - DAY, to: trial.time + DAY }, trial.call) ?? [])
    expect(page).not.toEqual([]);
  await driver.books?.find(paid.name.reference, trial.time, trial.call);
}

async function ofSubscription(trial: Trial, { subscriptions }: Trial["driver"], reference: string): Promise<void> {
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "failed" });
  await subscriptions?.ask(reference, trial.call);
  await subscriptions?.cancelAtEnd(reference, { ...trial.call, key: "cancel" });
  await subscriptions?.ask(reference, trial.call);
  await subscriptions?.resume?.(reference, { ...trial.call, key: "resume" });
  await subscriptions?.cardPage?.(reference, { ...trial.call, returnUrl: "https://shop.example/a" });
  await subscriptions?.endNow(reference, { ...trial.call, key: "end" });
}

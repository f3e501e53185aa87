import { describe, expect, it } from "vitest";
import { needs } from "../../../setup/report/needs";
import { DAY, renewing, Trial } from "../provider-under-test";
import { stripeUnderTest } from "../stripe/stripe-under-test";
import { buyersOf, DESCRIPTIONS, describedApi } from "./described-api";

/** Parameters and fields that Stripe has added, or taken away, between its description of 2022-04 and the version that the driver pins. */
const NEWER: readonly string[] = [
  ...["created[gte]", "created[lte]"].map(
    (name) => `GET /v1/checkout/sessions: query.${name} Query parameter "${name}" is not defined in the spec`,
  ),
  "POST /v1/billing_portal/sessions: body Unknown property: flow_data",
  "POST /v1/checkout/sessions: body Unknown property: payment_method_collection",
  "an answer: charge without refunds",
  "an answer: checkout.session has created",
  "an answer: checkout.session has invoice",
  "an answer: payment_intent has latest_charge",
];

describe(
  "Stripe's own description",
  needs("PROVIDER_DESCRIPTIONS, a folder with stripe.json", DESCRIPTIONS !== undefined),
  () => {
    it("has every request of the driver and every answer of the stand-in, but for what is newer", async () => {
      const trial = await Trial.start(stripeUnderTest);
      const api = await describedApi(["stripe.json"], trial.standIn.origin);
      await everyCall(trial, api.origin);
      expect([...api.found].toSorted()).toEqual([...NEWER].toSorted());
    });
  },
);

async function everyCall(trial: Trial, origin: string): Promise<void> {
  const driver = stripeUnderTest.driver({ ...trial.standIn, origin });
  const buy = buyersOf(trial, driver, origin);
  for (const outcome of ["decline", "challenge", "pending"]) await buy({}, outcome);
  const paid = await buy({ language: "zh-hant" }, "decline", "pay");
  await driver.find(paid.opening, trial.call);
  await driver.close((await buy({ language: "xx" })).name, trial.call);
  await driver.close(paid.name, trial.call);
  const [captured] = paid.standing.reports;
  if (captured?.type !== "captured") throw new Error("It was not captured");
  const refund = {
    captureId: captured.captureId,
    money: { amount: 5, currency: "USD" },
    key: "refund_1",
    orderId: "ord",
  };
  await driver.refund(refund, trial.call);
  await driver.refund(refund, trial.call);
  trial.standIn.act({ act: "dispute", payment: paid.name.reference, state: "open" });
  await driver.ask(paid.name, trial.call);
  const week = { period: { interval: "week", interval_count: 1 }, renewsAt: trial.time + 7 * DAY } as const;
  for (const amount of [0, 1])
    await buy({ ...renewing(trial.time), ...week, price: { amount, currency: "USD" } }, "pay");
  await buy({ ...renewing(trial.time), price: { amount: 5, currency: "USD" } }, "pay");
  await ofSubscription(trial, driver, (await buy(renewing(trial.time), "pay")).standing.subscription ?? "");
  for await (const page of driver.books?.movements({ from: trial.time - DAY, to: trial.time + DAY }, trial.call) ?? [])
    expect(page).not.toEqual([]);
  trial.time += 2 * DAY;
  await driver.find(paid.opening, trial.call);
}

async function ofSubscription(trial: Trial, { subscriptions }: Trial["driver"], reference: string): Promise<void> {
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "paid" });
  trial.standIn.act({ act: "renew", subscription: reference, outcome: "failed" });
  await subscriptions?.ask(reference, trial.call);
  await subscriptions?.cancelAtEnd(reference, { ...trial.call, key: "cancel" });
  await subscriptions?.resume?.(reference, { ...trial.call, key: "resume" });
  await subscriptions?.cardPage?.(reference, { ...trial.call, returnUrl: "https://shop.example/a" });
  await subscriptions?.endNow(reference, { ...trial.call, key: "end" });
}

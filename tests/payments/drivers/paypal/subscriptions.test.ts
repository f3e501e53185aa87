import { expect, it } from "vitest";
import { Refused } from "../../../../payments/drivers/errors";
import { DAY, type Paid, renewing, Trial } from "../provider-under-test";
import { payPalUnderTest } from "./paypal-under-test";

async function approved(outcome = "pay") {
  const trial = await Trial.start(payPalUnderTest);
  const renewal = renewing(trial.time);
  const paid = await trial.pay(renewal, outcome);
  const ask = async () => trial.driver.subscriptions?.ask(paid.name.reference, trial.call);
  return { trial, paid, ask, renewsAt: renewal.renewsAt ?? 0 };
}

const change = (trial: Trial, { name }: Paid, what: "cancelAtEnd" | "resume" | "endNow") =>
  trial.driver.subscriptions?.[what]?.(name.reference, { ...trial.call, key: what });

it("an approved subscription takes nothing before it is activated, and that only by who may", async () => {
  const { trial, paid } = await approved();
  const waiting = await trial.driver.ask(paid.name, { ...trial.call, mayCapture: false });
  expect([waiting, trial.count("captured")]).toEqual([{ reports: [], subscription: undefined }, 0]);
  expect(await trial.driver.close(paid.name, trial.call)).toBe("closed");
  expect((await paid.ask()).reports).toMatchObject([{ type: "captured", paid: { amount: 11.99, currency: "USD" } }]);
  expect(await trial.driver.close(paid.name, trial.call)).toBe("paid");
});

it("a first payment that fails is a decline, and nothing is tried again", async () => {
  const { trial, paid } = await approved("refused");
  expect((await paid.ask()).reports).toEqual([{ type: "declined", bucket: "funds_or_limit" }]);
  trial.standIn.act({ act: "renew", subscription: paid.name.reference, outcome: "paid" });
  expect((await paid.ask()).reports).toEqual([{ type: "declined", bucket: "funds_or_limit" }]);
  expect(trial.count("captured")).toBe(0);
});

it("a first payment that takes days is processing, and captured in the end", async () => {
  const { trial, paid } = await approved("pending");
  expect((await paid.ask()).reports).toEqual([{ type: "processing" }]);
  trial.standIn.act({ act: "settle", payment: paid.name.reference, outcome: "paid" });
  expect(await paid.ask()).toMatchObject({ reports: [{ type: "captured" }], subscription: paid.name.reference });
});

it("a cancelled renewal is a pause until the paid time is over, and then no longer", async () => {
  const { trial, paid, ask, renewsAt } = await approved();
  await paid.ask();
  await change(trial, paid, "cancelAtEnd");
  trial.time = renewsAt - DAY;
  expect(await ask()).toMatchObject({ state: "ending", paidUntil: renewsAt });
  trial.time = renewsAt;
  expect(await ask()).toMatchObject({ state: "ended", paidUntil: renewsAt });
  await expect(change(trial, paid, "resume")).rejects.toThrow(Refused);
});

it("a buyer who cancels on PayPal's site keeps what is paid", async () => {
  const { trial, paid, ask } = await approved();
  await paid.ask();
  const sql = "update things set json = json_set(json, '$.status', 'CANCELLED') where kind = 'subscription'";
  trial.standIn.books.run(sql);
  expect(await ask()).toMatchObject({ state: "ending" });
});

it("a subscription that PayPal suspended is past due, and not one whose renewal the buyer has cancelled", async () => {
  const { trial, paid, ask } = await approved();
  await paid.ask();
  const sql = "update things set json = json_set(json, '$.status', 'SUSPENDED') where kind = 'subscription'";
  trial.standIn.books.run(sql);
  expect(await ask()).toMatchObject({ state: "past_due" });
});

it("a subscription's events name it, those of its refunds the payment", async () => {
  const { trial, paid } = await approved();
  const [first] = (await paid.ask()).reports;
  const captureId = first?.type === "captured" ? first.captureId : "";
  trial.standIn.act({ act: "refund", payment: paid.name.reference });
  const heard = await Promise.all(trial.deliveries().map((delivery) => trial.driver.hear(delivery, trial.call)));
  const both = { payment: paid.name.reference, subscription: paid.name.reference };
  expect(heard).toMatchObject([
    { kind: "BILLING.SUBSCRIPTION.ACTIVATED", ...both },
    { kind: "PAYMENT.SALE.COMPLETED", ...both },
    { kind: "PAYMENT.SALE.REFUNDED", captureId },
  ]);
});

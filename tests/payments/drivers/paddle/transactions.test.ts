import { expect, it } from "vitest";
import { z } from "zod";
import { OutcomeUnknown, Refused } from "../../../../payments/drivers/errors";
import { paddleDriver } from "../../../../payments/drivers/paddle/driver";
import { startPaddle } from "../../../../tools/stand-ins/paddle/start";
import { choose, openingOf, renewing, Trial } from "../provider-under-test";
import { paddleKeys, paddleUnderTest } from "./paddle-under-test";

const start = () => Trial.start(paddleUnderTest);
/** Whose refunds Paddle decides about later, as those of live accounts. */
const deciding = () =>
  Trial.start({
    ...paddleUnderTest,
    start: (now) => startPaddle({ ...paddleKeys, now, refundsAre: "pending_approval" }),
  });

const count = (trial: Trial, kind: string): number =>
  trial.standIn.books.rows(z.object({ n: z.number() }), "select count(*) as n from things where kind = ?", kind)[0]
    ?.n ?? Number.NaN;
const stateOf = (trial: Trial, id: string) =>
  trial.standIn.books.rows(
    z.object({ status: z.string() }),
    "select json ->> '$.status' as status from things where id = ?",
    id,
  )[0]?.status;

it("is opened for one customer of an address, however many attempts they make", async () => {
  const trial = await start();
  await trial.pay();
  await trial.pay();
  await trial.pay({ email: "other@example.com" });
  expect([count(trial, "customer"), count(trial, "transaction")]).toEqual([2, 3]);
});

it("is opened for the customer that another attempt has made at the same moment", async () => {
  const trial = await start();
  const [one, other] = await Promise.all([trial.pay(), trial.pay()]);
  expect(one.opened.reference).not.toBe(other.opened.reference);
  expect(count(trial, "customer")).toBe(1);
});

it("is closed though nobody has looked at its page, and at Paddle too", async () => {
  const trial = await start();
  const { name } = await trial.pay();
  expect(stateOf(trial, name.reference)).toBe("draft");
  expect(await trial.driver.close(name, trial.call)).toBe("closed");
  expect(stateOf(trial, name.reference)).toBe("canceled");
  const second = await trial.pay();
  await trial.driver.close(second.name, trial.call);
  expect(count(trial, "address")).toBe(1);
});

it("is not closed while its money is on the way", async () => {
  const trial = await start();
  const { ask, name } = await trial.pay({}, "pending");
  expect(await trial.driver.close(name, trial.call)).toBe("paid");
  trial.standIn.act({ act: "settle", payment: name.reference, outcome: "paid" });
  expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
});

it("can be closed for days after the order has ended, as it has no end of its own", async () => {
  const trial = await start();
  const { opened, opening } = await trial.pay();
  expect(opened.expiresAt).toBeGreaterThan(opening.expiresAt + 86_400_000);
});

it("is paid at a hosted checkout, where there is one", async () => {
  const trial = await start();
  const { origin: apiOrigin } = trial.standIn;
  const page = `${apiOrigin}/checkout/hsc_01_of_the_stand_in`;
  const driver = paddleDriver({ ...paddleKeys, webhookSecrets: [], apiOrigin, page });
  const opened = await driver.open(openingOf(trial.time), trial.call);
  expect(opened.payAt).toBe(`${page}?transaction_id=${opened.reference}`);
  await choose(opened, "pay");
  const { reports } = await driver.ask({ attemptId: "att", reference: opened.reference }, trial.call);
  expect(reports).toMatchObject([{ type: "captured" }]);
});

it("may be tried again for half an hour after a decline, and then is declined", async () => {
  const trial = await start();
  const { ask } = await trial.pay({}, "challenge", "challenge_fail");
  expect((await ask()).reports).toEqual([]);
  trial.time += 30 * 60_000;
  expect((await ask()).reports).toEqual([{ type: "declined", bucket: "auth_failed" }]);
});

it("goes back when Paddle has agreed, and is the same refund until then", async () => {
  const trial = await deciding();
  const { ask, name, opening } = await trial.pay({}, "pay");
  const refund = { captureId: name.reference, money: opening.price, key: "refund_1", orderId: opening.orderId };
  const waiting = await trial.driver.refund(refund, trial.call);
  expect(waiting.state).toBe("pending");
  expect(await trial.driver.refund(refund, trial.call)).toEqual(waiting);
  expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
  trial.standIn.act({ act: "settle", payment: name.reference, outcome: "paid" });
  expect(await trial.driver.refund(refund, trial.call)).toEqual({ ...waiting, state: "done" });
  expect((await ask()).reports).toMatchObject([{ type: "captured" }, { type: "given_back", total: opening.price }]);
});

it("does not go back where Paddle refuses that", async () => {
  const trial = await deciding();
  const { ask, name, opening } = await trial.pay({}, "pay");
  const refund = { captureId: name.reference, money: opening.price, key: "refund_1", orderId: opening.orderId };
  await trial.driver.refund(refund, trial.call);
  trial.standIn.act({ act: "settle", payment: name.reference, outcome: "failed" });
  expect(await trial.driver.refund(refund, trial.call)).toMatchObject({ state: "failed" });
  expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
});

it("waits with a second refund until Paddle has decided about the first", async () => {
  const trial = await deciding();
  const { name, opening } = await trial.pay({}, "pay");
  const part = { captureId: name.reference, money: { amount: 5, currency: "USD" }, orderId: opening.orderId };
  await trial.driver.refund({ ...part, key: "refund_1" }, trial.call);
  await expect(trial.driver.refund({ ...part, key: "refund_2" }, trial.call)).rejects.toThrow(OutcomeUnknown);
  trial.standIn.act({ act: "settle", payment: name.reference, outcome: "paid" });
  expect(await trial.driver.refund({ ...part, key: "refund_2" }, trial.call)).toMatchObject({ state: "pending" });
});

it("gives a trial that was paid back, of its own item", async () => {
  const trial = await start();
  const week = { period: { interval: "week", interval_count: 1 }, price: { amount: 1, currency: "USD" } } as const;
  const { ask, name, opening } = await trial.pay({ ...renewing(trial.time), ...week }, "pay");
  await ask();
  const refund = { captureId: name.reference, orderId: opening.orderId };
  await trial.driver.refund({ ...refund, money: { amount: 0.4, currency: "USD" }, key: "refund_1" }, trial.call);
  await trial.driver.refund({ ...refund, money: { amount: 0.6, currency: "USD" }, key: "refund_2" }, trial.call);
  expect((await ask()).reports).toMatchObject([{ type: "captured" }, { type: "given_back", total: week.price }]);
  const more = { ...refund, money: { amount: 0.01, currency: "USD" }, key: "refund_3" };
  await expect(trial.driver.refund(more, trial.call)).rejects.toThrow(Refused);
});

it("is heard by any of several signatures, as while a secret is changed", async () => {
  const trial = await start();
  await trial.pay({}, "pay");
  const [delivery] = trial.deliveries();
  const signature = delivery?.headers["paddle-signature"] ?? "";
  const headers = { "paddle-signature": signature.replace("h1=", `h1=${"0".repeat(64)};h1=`) };
  const body = delivery?.body ?? Buffer.alloc(0);
  await expect(trial.driver.hear({ headers, body }, trial.call)).resolves.toHaveProperty("eventId");
});

it("renews under the data of the first payment, and rings for the subscription alone", async () => {
  const trial = await start();
  const { ask, opening } = await trial.pay(renewing(trial.time), "pay");
  const subscription = (await ask()).subscription ?? "";
  const before = trial.deliveries().length;
  trial.time = opening.renewsAt ?? 0;
  trial.standIn.act({ act: "renew", subscription, outcome: "paid" });
  const rung = trial.deliveries().slice(before);
  const heard = await Promise.all(rung.map((delivery) => trial.driver.hear(delivery, trial.call)));
  const payments = heard.filter(({ kind }) => kind.startsWith("transaction."));
  expect(payments).toMatchObject(payments.map(() => ({ subscription })));
  for (const event of payments) expect(event).not.toHaveProperty("payment");
  expect(payments.length).toBeGreaterThan(0);
});

it("tells when the card ends by which a plan is paid, and nothing of another way to pay", async () => {
  const trial = await start();
  const cardEnds = async (subscription = "") =>
    (await trial.driver.subscriptions?.ask(subscription, trial.call))?.cardEnds;
  const { ask } = await trial.pay(renewing(trial.time), "pay");
  expect(await cardEnds((await ask()).subscription)).toBe(Date.UTC(2028, 5));
  const other = await trial.pay(renewing(trial.time), "pending");
  trial.standIn.act({ act: "settle", payment: other.name.reference, outcome: "paid" });
  expect(await cardEnds((await other.ask()).subscription)).toBeUndefined();
});

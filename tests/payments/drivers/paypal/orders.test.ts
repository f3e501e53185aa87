import { expect, it } from "vitest";
import { z } from "zod";
import { OutcomeUnknown, Refused } from "../../../../payments/drivers/errors";
import { choose, HOUR, openingOf, renewing, Trial } from "../provider-under-test";
import { payPalUnderTest } from "./paypal-under-test";

it("an approved order is captured by nobody who may not", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { ask, name } = await trial.pay({}, "pay");
  const waiting = await trial.driver.ask(name, { ...trial.call, mayCapture: false });
  expect([waiting.reports, trial.count("captured")]).toEqual([[], 0]);
  expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
});

it("a card that is refused when it is charged is a decline by the buyer's bank", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { ask } = await trial.pay({}, "refused");
  expect((await ask()).reports).toEqual([{ type: "declined", bucket: "bank_declined" }]);
});

it.each(["lost", "odd_200", "bad_gateway"] as const)(
  "a capture whose answer is %s is made once and found",
  async (kind) => {
    const trial = await Trial.start(payPalUnderTest);
    const { ask, name } = await trial.pay({}, "pay");
    const path = `/v2/checkout/orders/${name.reference}/capture`;
    trial.standIn.faults.add({ kind, path });
    await expect(ask()).rejects.toThrow(OutcomeUnknown);
    expect((await ask()).reports).toMatchObject([{ type: "captured" }]);
    expect([trial.count("captured"), trial.requests(path)]).toEqual([1, 1]);
    const keys = trial.standIn.books.rows(
      z.object({ key: z.string() }),
      "select key from requests where path = ?",
      path,
    );
    expect(keys).toEqual([{ key: `capture-${name.attemptId}` }]);
  },
);

it("an order that was approved after its attempt was closed is not captured by a late question", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { ask, name } = await trial.pay({}, "pay");
  expect(await trial.driver.close(name, trial.call)).toBe("closed");
  expect((await ask()).reports).toEqual([{ type: "abandoned" }]);
  expect(trial.count("captured")).toBe(0);
});

it("an order whose money is under way cannot be closed", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { ask, name } = await trial.pay({}, "pending");
  await ask();
  expect(await trial.driver.close(name, trial.call)).toBe("paid");
});

it("one invoice is paid once, even by a second order of its attempt", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const first = await trial.pay({}, "pay");
  await first.ask();
  trial.standIn.books.run("delete from keys");
  const second = await trial.driver.open(first.opening, trial.call);
  await choose(second, "pay");
  const asked = trial.driver.ask({ ...first.name, reference: second.reference }, trial.call);
  await expect(asked).rejects.toThrow(/DUPLICATE_INVOICE_ID/);
  expect(trial.count("captured")).toBe(1);
});

it("an attempt that is older than PayPal's memory of its key is not opened by looking for it", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const opening = openingOf(trial.time, { expiresAt: trial.time + 24 * HOUR });
  trial.time += 6 * HOUR;
  expect(await trial.driver.find(opening, trial.call)).toBeUndefined();
  expect(trial.count("opened")).toBe(0);
});

it.each([
  { amount: 10, currency: "INR" },
  { amount: 4990.5, currency: "HUF" },
])("$amount $currency is refused before PayPal is asked", async (price) => {
  const trial = await Trial.start(payPalUnderTest);
  await expect(trial.driver.open(openingOf(trial.time, { price }), trial.call)).rejects.toThrow(Refused);
  expect(trial.requests("/v")).toBe(0);
});

it("the order says in the buyer's language and in PayPal's words what is bought", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { opened } = await trial.pay({ title: "VPN ".repeat(80) });
  const page = await (await fetch(opened.payAt ?? "")).text();
  expect(page).toContain("VPN VPN");
  expect(page).toContain("11.99 USD");
});

it("a token is asked for once by many calls, again shortly before its end, and once more where it was refused", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { driver } = trial;
  const tokens = () => trial.requests("/v1/oauth2/token");
  const open = () => driver.open(openingOf(trial.time), trial.call);
  await Promise.all([open(), open(), open()]);
  expect(tokens()).toBe(1);
  trial.time += 9 * HOUR - 50_000;
  await open();
  expect(tokens()).toBe(2);
  trial.standIn.books.run("delete from things where kind = 'token'");
  await open();
  expect(tokens()).toBe(3);
});

it("the events of a refund and of a dispute name the capture", async () => {
  const trial = await Trial.start(payPalUnderTest);
  const { ask, name } = await trial.pay({}, "pay");
  const [captured] = (await ask()).reports;
  const captureId = captured?.type === "captured" ? captured.captureId : "";
  trial.standIn.act({ act: "dispute", payment: name.reference, state: "open" });
  trial.standIn.act({ act: "refund", payment: name.reference });
  const heard = await Promise.all(trial.deliveries().map((delivery) => trial.driver.hear(delivery, trial.call)));
  expect(heard).toMatchObject([
    { kind: "CHECKOUT.ORDER.APPROVED", payment: name.reference },
    { kind: "PAYMENT.CAPTURE.COMPLETED", payment: name.reference },
    { kind: "CUSTOMER.DISPUTE.CREATED", captureId },
    { kind: "PAYMENT.CAPTURE.REFUNDED", captureId },
  ]);
});

const counted = z.object({ n: z.number() });
const plans = (trial: Trial) =>
  trial.standIn.books.rows(counted, "select count(*) as n from things where kind = 'plan'")[0]?.n;

it("two buyers of one plan share PayPal's plan, also when another process sells it; another price has its own", async () => {
  const trial = await Trial.start(payPalUnderTest);
  await trial.pay(renewing(trial.time));
  await trial.pay(renewing(trial.time));
  expect(plans(trial)).toBe(1);
  await trial.pay({ ...renewing(trial.time), price: { amount: 5, currency: "USD" } });
  expect(plans(trial)).toBe(2);
});

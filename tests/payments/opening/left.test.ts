import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { askResult } from "../../../payments/api/ask-result";
import { refused, withKey } from "../../../tools/contract/purchases";
import { formOf } from "../../sandbox/buyer";
import { type RunningPayments, runningPayments } from "../hooks/running-payments";

const newBuyer = ({ target }: RunningPayments) => formOf(target, { email: `${randomUUID()}@example.com` });

/** A purchase whose provider gave no answer, to the call that opens nor to the question what it has opened. */
async function leftBehind(payments: RunningPayments, fault: "lost" | "away") {
  payments.provider.faults = [fault, "away"];
  const sent = withKey(await newBuyer(payments));
  await refused(payments.target, { endpoint: soPurchase, sent }, 503, "provider_away");
  return payments.context.db.selectFrom("attempts").selectAll().executeTakeFirstOrThrow();
}

const resultOf = ({ context }: RunningPayments, orderId: string) => askResult(context, orderId, { token: "" });

it.each(["lost", "away"] as const)(
  "a page that nobody has opened (%s) is opened for the buyer who waits",
  async (fault) => {
    const payments = await runningPayments();
    const { id, order_id } = await leftBehind(payments, fault);
    expect((await resultOf(payments, order_id)).redirect_url).toBeUndefined();
    payments.pass(21);
    expect(await resultOf(payments, order_id)).toMatchObject({
      status: "pending",
      redirect_url: `https://pay.example/${id}`,
    });
    expect([...payments.provider.payments.keys()]).toEqual([id]);
  },
);

it("while its provider is away nothing is said of it, and it is opened the next time", async () => {
  const payments = await runningPayments();
  const { order_id } = await leftBehind(payments, "away");
  payments.pass(21);
  payments.provider.faults = ["away", "away", "away"];
  expect((await resultOf(payments, order_id)).redirect_url).toBeUndefined();
  payments.provider.faults = [];
  expect((await resultOf(payments, order_id)).redirect_url).toBeDefined();
});

it("after the order has expired none is opened", async () => {
  const payments = await runningPayments();
  const { order_id } = await leftBehind(payments, "away");
  payments.pass(31 * 60);
  expect(await resultOf(payments, order_id)).toMatchObject({ order_state: "expired" });
  expect(payments.provider.payments.size).toBe(0);
});

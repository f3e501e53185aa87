import { expect, it } from "vitest";
import { refundWhole } from "../../../payments/refunds/by-operator";
import { ring, runningPayments } from "../hooks/running-payments";
import { paidOrder, refundStates } from "../refunds/paid-order";

async function disputed(access: "keep" | "pause") {
  const payments = await runningPayments();
  const { db } = payments.context;
  await db.insertInto("settings").values({ name: "dispute_access", value: access }).execute();
  const paid = await paidOrder(payments);
  const grant = () =>
    db.selectFrom("grants").selectAll().where("order_id", "=", paid.orderId).executeTakeFirstOrThrow();
  const before = await grant();
  const say = async (state: "open" | "won" | "lost") => {
    const money = { amount: paid.amount, currency: paid.currency };
    const said = {
      captureId: paid.captureId,
      disputeId: "dp_1",
      state,
      money,
      reason: "fraudulent",
      evidenceBy: undefined,
    };
    payments.provider.disputes.splice(0, 1, said);
    await ring(payments, { captureId: paid.captureId });
    const noted = () => db.selectFrom("disputes").select("state").executeTakeFirst();
    await expect.poll(noted).toEqual({ state });
  };
  return { payments, paid, grant, before, say };
}

it("a dispute changes nothing that the buyer has, where the operator has chosen so", async () => {
  const { grant, before, say } = await disputed("keep");
  await say("open");
  expect((await grant()).ends_at).toBe(before.ends_at);
});

it("a dispute pauses what the buyer has, until it is won, where the operator has chosen so", async () => {
  const { payments, grant, before, say } = await disputed("pause");
  await say("open");
  expect((await grant()).ends_at).toBeLessThanOrEqual(payments.now());
  await say("won");
  expect((await grant()).ends_at).toBe(before.ends_at);
});

it("what a bank may give back is not given by us: a refund waits for its decision, and is none where it was lost", async () => {
  const { payments, paid, say } = await disputed("keep");
  await say("open");
  await refundWhole(payments.context, paid.orderId, { by: "anna", reason: "Asked" });
  await expect.poll(() => refundStates(payments)).toEqual([["due", paid.amount]]);
  await say("lost");
  payments.pass(2 * 60 * 60);
  await expect.poll(() => refundStates(payments)).toEqual([["replaced", paid.amount]]);
  expect(payments.provider.given).toEqual([]);
});

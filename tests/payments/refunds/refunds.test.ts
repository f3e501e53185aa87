import { describe, expect, it } from "vitest";
import { invoicesIn } from "../../../payments/invoices/list";
import { syncAttempt } from "../../../payments/orders/advance";
import { RefundRefused, refundPartly, refundWhole, tryRefundAgain } from "../../../payments/refunds/by-operator";
import { ordered, orderOf, ring, runningPayments } from "../hooks/running-payments";
import { paidOrder, refundStates, refundsOf } from "./paid-order";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const ASKED = { by: "anna", reason: "The buyer is not content" };

describe("an order that the operator gives back", () => {
  it("goes back whole, once, and grants nothing any more", async () => {
    const payments = await runningPayments();
    const { captureId, orderId, attempt, amount } = await paidOrder(payments);
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => refundStates(payments)).toEqual([["done", amount]]);
    expect(payments.provider.givenBackOf(captureId)).toBe(amount);
    expect(await orderOf(payments, attempt)).toMatchObject({ state: "refunded" });
    expect((await refundsOf(payments))[0]).toMatchObject({ asked_by: "anna", reason: ASKED.reason });
    await expect(refundWhole(payments.context, orderId, ASKED)).rejects.toThrow(RefundRefused);
  });

  it("goes back in part and stays granted; then what is left of it", async () => {
    const payments = await runningPayments();
    const { captureId, orderId, attempt, amount, currency } = await paidOrder(payments);
    await refundPartly(payments.context, orderId, { amount: 1.5, currency }, ASKED);
    await expect.poll(() => refundStates(payments)).toEqual([["done", 1.5]]);
    expect(await orderOf(payments, attempt)).toMatchObject({ state: "done" });
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(amount);
  });

  it.each([
    ["more than was paid", { amount: 10_000 }, "amount"],
    ["nothing", { amount: 0 }, "amount"],
    ["less than a cent", { amount: 0.001 }, "amount"],
    ["in another currency", { currency: "KWD" }, "currency"],
  ])("does not give back %s", async (_, change, code) => {
    const payments = await runningPayments();
    const { orderId, currency } = await paidOrder(payments);
    const money = { amount: 1, currency, ...change };
    await expect(refundPartly(payments.context, orderId, money, ASKED)).rejects.toMatchObject({ code });
    expect(await refundsOf(payments)).toEqual([]);
  });

  it("gives no more in parts than was paid", async () => {
    const payments = await runningPayments();
    const { orderId, amount, currency } = await paidOrder(payments);
    await refundPartly(payments.context, orderId, { amount, currency }, ASKED);
    const again = refundPartly(payments.context, orderId, { amount: 0.01, currency }, ASKED);
    await expect(again).rejects.toMatchObject({ code: "amount" });
  });
});

describe("money that was taken a second time", () => {
  it("goes back by itself", async () => {
    const payments = await runningPayments();
    const { attempt, amount, captureId } = await paidOrder(payments);
    const second = payments.provider.pay(attempt.id, attempt);
    await ring(payments, { captureId, payment: attempt.reference });
    await expect.poll(() => refundStates(payments)).toEqual([["done", amount]]);
    expect([second, captureId].map((id) => payments.provider.givenBackOf(id))).toEqual([amount, 0]);
  });
});

describe("a wrong amount", () => {
  it("waits for a person, who gives it back", async () => {
    const payments = await runningPayments();
    const attempt = await ordered(payments);
    const captureId = payments.provider.pay(attempt.id, { ...attempt, amount: 3.21 });
    await ring(payments, { payment: attempt.reference });
    await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "review" });
    expect(await refundsOf(payments)).toEqual([]);
    await refundWhole(payments.context, attempt.order_id, ASKED);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(3.21);
    // No plan has ended, as none had begun.
    const letters = payments.context.db.selectFrom("order_letters").select("kind");
    expect(await letters.where("order_id", "=", attempt.order_id).execute()).toEqual([{ kind: "refunded" }]);
  });
});

describe("a refund whose answer is lost", () => {
  it("is sent again under the same key, and given once", async () => {
    const payments = await runningPayments();
    const { orderId, captureId, amount } = await paidOrder(payments);
    payments.provider.faults = ["none", "lost", "lost"];
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => refundStates(payments)).toEqual([["sent", amount]]);
    await expect.poll(async () => (await refundsOf(payments))[0]?.problem).toBe("The answer was lost");
    payments.pass(MINUTE_S);
    await expect.poll(() => payments.provider.faults).toEqual([]);
    payments.pass(HOUR_S);
    await expect.poll(() => refundStates(payments)).toEqual([["done", amount]]);
    expect(payments.provider.givenBackOf(captureId)).toBe(amount);
  });
});

describe("money that somebody gave back at the provider's page", () => {
  it("is not given twice: only what is left goes", async () => {
    const payments = await runningPayments();
    const { orderId, captureId, amount, currency } = await paidOrder(payments);
    payments.provider.giveBackThere(captureId, { amount: 1, currency });
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(amount);
    await expect.poll(async () => (await refundsOf(payments)).map(({ state }) => state)).toEqual(["replaced", "done"]);
  });

  it("is told to the buyer, each sum once, however often the provider says so", async () => {
    const payments = await runningPayments();
    const { captureId, attempt, currency } = await paidOrder(payments);
    const { db } = payments.context;
    const gaveBack = async (amount: number, total: number) => {
      payments.provider.giveBackThere(captureId, { amount, currency });
      await ring(payments, { payment: attempt.reference });
      const noted = db.selectFrom("capture_returns").select("total").where("capture_id", "=", captureId);
      await expect.poll(() => noted.executeTakeFirst()).toEqual({ total });
      await syncAttempt(payments.context, attempt);
    };
    const letters = () => db.selectFrom("order_letters").select("subject").where("kind", "=", "refunded").execute();
    await gaveBack(1, 1);
    expect(await letters()).toEqual([{ subject: "We’re refunding $1.00" }]);
    await gaveBack(2.5, 3.5);
    expect((await letters()).map(({ subject }) => subject)).toEqual(["We’re refunding $1.00", "We’re refunding $2.50"]);
    expect(await orderOf(payments, attempt)).toMatchObject({ state: "done" });
    await refundPartly(payments.context, attempt.order_id, { amount: 1.5, currency }, ASKED);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(5);
    await syncAttempt(payments.context, attempt);
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      ...["We’re refunding $1.00", "We’re refunding $2.50", "We’re refunding $1.50"],
    ]);
    // Each has a credit note beside the receipt.
    const receipts = () => invoicesIn(db, { kind: "order", orderId: attempt.order_id, userId: null, email: "" }, 90);
    await expect
      .poll(async () => (await receipts()).flatMap(({ credit_notes = [] }) => credit_notes))
      .toMatchObject([
        { credit_note_id: "CN-000001", amount: 1 },
        { credit_note_id: "CN-000002", amount: 2.5 },
        { credit_note_id: "CN-000003", amount: 1.5 },
      ]);
  });

  it("is not told again where it had to go back, and the buyer knows", async () => {
    const payments = await runningPayments();
    const { orderId, captureId, attempt, amount, currency } = await paidOrder(payments);
    payments.provider.faults = ["none", "refused"];
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => refundStates(payments)).toEqual([["failed", amount]]);
    payments.provider.giveBackThere(captureId, { amount, currency });
    await syncAttempt(payments.context, attempt);
    const { db } = payments.context;
    expect(await db.selectFrom("capture_returns").select("by_others").execute()).toEqual([{ by_others: amount }]);
    const letters = await db.selectFrom("order_letters").select("kind").execute();
    expect(letters.filter(({ kind }) => kind.startsWith("refunded"))).toEqual([{ kind: "refundedWhole" }]);
  });

  it("is found even where it went while our answer was lost", async () => {
    const payments = await runningPayments();
    const { orderId, captureId, amount, currency } = await paidOrder(payments);
    payments.provider.faults = ["none", "away"];
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(async () => (await refundsOf(payments))[0]?.problem).toBe("No answer");
    payments.provider.giveBackThere(captureId, { amount: 1, currency });
    payments.pass(MINUTE_S);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(amount);
    expect(payments.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("a refund that the provider refuses", () => {
  it("is told loudly, not repeated by itself, and tried again when a person says so", async () => {
    const payments = await runningPayments();
    const { orderId, captureId, amount } = await paidOrder(payments);
    payments.provider.faults = ["none", "refused"];
    await refundWhole(payments.context, orderId, ASKED);
    await expect.poll(() => refundStates(payments)).toEqual([["failed", amount]]);
    await expect.poll(() => payments.logged.filter(({ level }) => level === "error")).toHaveLength(1);
    payments.pass(24 * HOUR_S);
    expect(payments.provider.givenBackOf(captureId)).toBe(0);
    const [failed] = await refundsOf(payments);
    expect(await tryRefundAgain(payments.context, failed?.id ?? "", ASKED)).toBe(true);
    await expect.poll(() => payments.provider.givenBackOf(captureId)).toBe(amount);
  });
});

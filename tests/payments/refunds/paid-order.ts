import { expect } from "vitest";
import { ordered, orderOf, type RunningPayments, ring } from "../hooks/running-payments";

/** An order that is paid and granted. */
export async function paidOrder(payments: RunningPayments, changes: object = {}) {
  const attempt = await ordered(payments, changes);
  const captureId = payments.provider.pay(attempt.id, attempt);
  await ring(payments, { payment: attempt.reference });
  await expect.poll(() => orderOf(payments, attempt)).toMatchObject({ state: "done" });
  return { attempt, captureId, orderId: attempt.order_id, amount: attempt.amount, currency: attempt.currency };
}

export const refundsOf = ({ context }: RunningPayments) =>
  context.db.selectFrom("refunds").selectAll().orderBy("noted_at").orderBy("id").execute();

export const refundStates = async (payments: RunningPayments) =>
  (await refundsOf(payments)).map(({ state, amount }) => [state, amount]);

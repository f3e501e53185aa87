import { z } from "zod";
import type { Call, CaptureFact, DriverReport, RefundOrder, RefundStanding, TakenBack } from "../driver";
import { OutcomeUnknown, onRefusal, unlessRefused } from "../errors";
import { bucketOf, type PayPal } from "./api";
import { id, instant, money, payPalMoney, shortText } from "./values";

/** A payment: an order's capture, or a subscription's transaction, which is a capture of the second version by the same id, too. */
export interface Payment {
  readonly status: string;
  readonly fact: CaptureFact;
}

const PAID = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
export const isPaid = ({ status }: Payment): boolean => PAID.includes(status);

/** Money has moved, or may move any time. */
export const isTaken = (payment: Payment): boolean => isPaid(payment) || payment.status === "PENDING";

export const captureRead = z
  .object({
    id,
    status: z.string(),
    amount: money,
    create_time: instant,
    processor_response: z.object({ response_code: z.string().optional() }).optional(),
  })
  .transform(({ id, status, amount, create_time, processor_response }) => ({
    status,
    fact: { captureId: id, paid: amount, at: create_time },
    decline: processor_response?.response_code,
  }));

/** @param returned by refunds that are known; money that went back by a dispute is in none */
export function takenReports({ status, fact }: Payment, returned = 0) {
  const { captureId, paid } = fact;
  const total = { ...paid, amount: status === "REFUNDED" ? paid.amount : returned };
  const back = total.amount === 0 ? [] : [{ type: "given_back", captureId, total } as const];
  return [{ type: "captured", ...fact } as const, ...back];
}

export function untakenReport({ status, decline }: z.output<typeof captureRead>): DriverReport {
  if (status !== "DECLINED" && status !== "FAILED") return { type: "processing" };
  return { type: "declined", bucket: bucketOf(decline ?? "INSTRUMENT_DECLINED") };
}

export const refundRead = z.object({ id, status: z.string(), amount: money.optional() });
const REFUSED = ["FAILED", "CANCELLED"];

export async function giveBack(paypal: PayPal, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const path = `/v2/payments/captures/${encodeURIComponent(order.captureId)}/refund`;
  const body = { amount: payPalMoney(order.money), invoice_id: shortText(`${order.orderId}/${order.key}`) };
  const { id, status } = await paypal(refundRead, { method: "POST", path, key: `refund-${order.key}`, body }, call);
  return { refundId: id, state: status === "COMPLETED" ? "done" : REFUSED.includes(status) ? "failed" : "pending" };
}

const disputeList = z.object({ items: z.array(z.object({ dispute_id: id })).default([]) });
/** PayPal may pay the buyer itself (RESOLVED_WITH_PAYOUT): then the seller keeps the money. */
const LOST = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];
const disputeRead = z
  .object({
    dispute_id: id,
    status: z.string(),
    reason: z.string().default(""),
    dispute_amount: money,
    seller_response_due_date: instant.optional(),
    dispute_outcome: z.object({ outcome_code: z.string() }).default({ outcome_code: "" }),
  })
  .transform(
    ({ status, dispute_outcome, ...read }) =>
      ({
        disputeId: read.dispute_id,
        state: status !== "RESOLVED" ? "open" : LOST.includes(dispute_outcome.outcome_code) ? "lost" : "won",
        money: read.dispute_amount,
        reason: read.reason,
        // The date stays when the seller has answered.
        evidenceBy: status === "WAITING_FOR_SELLER_RESPONSE" ? read.seller_response_due_date : undefined,
      }) as const,
  );

/** Needs the right to see disputes, which an operator gives to the app in PayPal's dashboard. Without it there are none: payments go on. */
export async function disputesAbout(paypal: PayPal, { captureId }: CaptureFact, call: Call): Promise<TakenBack[]> {
  const path = "/v1/customer/disputes";
  const listed = paypal(disputeList, { path, query: { disputed_transaction_id: captureId } }, call);
  const { items } = await onRefusal(listed, (refused) => {
    if (refused.status !== 403 && refused.status !== 404) throw new OutcomeUnknown(refused.message, { cause: refused });
    return { items: [] };
  });
  const read = items.map(({ dispute_id }) =>
    paypal(disputeRead, { path: `${path}/${encodeURIComponent(dispute_id)}` }, call),
  );
  return (await unlessRefused(Promise.all(read))).map((dispute) => ({ type: "disputed", captureId, ...dispute }));
}

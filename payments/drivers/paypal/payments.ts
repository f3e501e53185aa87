import { z } from "zod";
import { type Call, type CaptureFact, type DriverReport, givenBack, type RefundOrder, type TakenBack } from "../driver";
import { orUndefined } from "../errors";
import { meanings } from "../meanings";
import { pathIn } from "../provider-api";
import type { PayPal } from "./api";
import { id, instant, longest, money, payPalMoney } from "./values";

/** A payment: an order's capture, or a subscription's transaction, which is a capture of the second version by the same id, too. */
export interface Payment {
  readonly status: string;
  readonly fact: CaptureFact;
}

const PAID = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
export const isPaid = ({ status }: Payment): boolean => PAID.includes(status);

/** @param returned by refunds that are known; money that went back by a dispute is in none */
export const returnedOf = ({ status, fact: { captureId, paid } }: Payment, returned = 0): TakenBack[] =>
  givenBack(captureId, { ...paid, amount: status === "REFUNDED" ? paid.amount : returned });

export const takenReports = (payment: Payment, returned?: number): DriverReport[] => [
  { type: "captured", ...payment.fact },
  ...returnedOf(payment, returned),
];

export const refundRead = z.object({ id, status: z.string(), amount: money.optional() });
const REFUNDS = meanings({ done: "COMPLETED", failed: "FAILED CANCELLED" });

export async function giveBack(paypal: PayPal, order: RefundOrder, call: Call) {
  const path = pathIn("/v2/payments/captures", order.captureId, "refund");
  const body = { amount: payPalMoney(order.money), invoice_id: longest(`${order.orderId}/${order.key}`) };
  const { id, status } = await paypal(refundRead, { path, key: `refund-${order.key}`, body }, call);
  return { refundId: id, state: REFUNDS.get(status) ?? "pending" } as const;
}

const disputeList = z.object({ items: z.array(z.object({ dispute_id: id })).default([]) });
/** PayPal may pay the buyer itself (RESOLVED_WITH_PAYOUT): then the seller keeps the money. */
const OUTCOMES = meanings({ lost: "RESOLVED_BUYER_FAVOUR ACCEPTED" });
const disputeRead = z
  .object({
    dispute_id: id,
    status: z.string(),
    reason: z.string().default(""),
    dispute_amount: money,
    seller_response_due_date: instant.optional(),
    dispute_outcome: z.object({ outcome_code: z.string() }).default({ outcome_code: "" }),
  })
  .transform(({ dispute_id: disputeId, status, reason, dispute_amount, dispute_outcome, ...read }) => {
    const state = status === "RESOLVED" ? (OUTCOMES.get(dispute_outcome.outcome_code) ?? "won") : "open";
    // The date stays when the seller has answered.
    const evidenceBy = status === "WAITING_FOR_SELLER_RESPONSE" ? read.seller_response_due_date : undefined;
    return { disputeId, state, money: dispute_amount, reason, evidenceBy } as const;
  });

const DISPUTES = "/v1/customer/disputes";

/** Needs the right to see disputes, which an operator gives to the app in PayPal's dashboard. Without it there are none: payments go on. */
export async function disputesAbout(paypal: PayPal, { captureId }: CaptureFact, call: Call): Promise<TakenBack[]> {
  const list = { path: DISPUTES, query: { disputed_transaction_id: captureId } };
  const { items } = (await orUndefined(paypal(disputeList, list, call), 403, 404)) ?? { items: [] };
  const read = items.map(({ dispute_id }) => paypal(disputeRead, { path: pathIn(DISPUTES, dispute_id) }, call));
  return (await Promise.all(read)).map((dispute) => ({ type: "disputed", captureId, ...dispute }));
}

import Big from "big.js";
import { z } from "zod";
import type { Call, DriverReport, RefundOrder, RefundStanding } from "../driver";
import type { PayPal } from "./api";
import { bucketOf } from "./declines";
import { instant, money, payPalMoney, shortText } from "./values";

export const captureRead = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: money,
  create_time: instant,
  processor_response: z.object({ response_code: z.string().optional() }).optional(),
});
export const refundRead = z.object({ id: z.string().min(1), status: z.string(), amount: money.optional() });

type Capture = z.output<typeof captureRead>;
type Refund = z.output<typeof refundRead>;

const PAID = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"];
export const isPaid = (status: string): boolean => PAID.includes(status);

/** Money has moved, or may move any time. */
export const isTaken = ({ status }: Capture): boolean => isPaid(status) || status === "PENDING";

/** An order has one capture that counts, so all its refunds are about that one. */
export function reportsOf(captures: readonly Capture[], refunds: readonly Refund[]): DriverReport[] {
  const taken = captures.find(isTaken) ?? captures[0];
  if (taken === undefined) return [];
  if (!isPaid(taken.status)) return [unpaid(taken)];
  const { id: captureId, amount: paid, create_time: at } = taken;
  const returned = refunds.filter(({ status }) => status === "COMPLETED").map(({ amount }) => amount?.amount ?? 0);
  // Money that went back by a dispute is in no refund.
  const sum =
    taken.status === "REFUNDED" ? paid.amount : returned.reduce((one, other) => one.plus(other), Big(0)).toNumber();
  const total = { amount: sum, currency: paid.currency };
  const back = sum === 0 ? [] : [{ type: "given_back", captureId, total } as const];
  return [{ type: "captured", captureId, paid, at }, ...back];
}

function unpaid({ status, processor_response }: Capture): DriverReport {
  if (status !== "DECLINED" && status !== "FAILED") return { type: "processing" };
  return { type: "declined", bucket: bucketOf(processor_response?.response_code ?? "INSTRUMENT_DECLINED") };
}

const STATES: Readonly<Record<string, RefundStanding["state"]>> = {
  COMPLETED: "done",
  FAILED: "failed",
  CANCELLED: "failed",
};

/** Payments of subscriptions are captures of the second version, too, by the same id. */
export async function refundCapture(paypal: PayPal, order: RefundOrder, call: Call): Promise<RefundStanding> {
  const path = `/v2/payments/captures/${encodeURIComponent(order.captureId)}/refund`;
  const body = { amount: payPalMoney(order.money), invoice_id: shortText(`${order.orderId}/${order.key}`) };
  const { id, status } = await paypal(refundRead, { method: "POST", path, key: `refund-${order.key}`, body }, call);
  return { refundId: id, state: STATES[status] ?? "pending" };
}

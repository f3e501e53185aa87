import { z } from "zod";
import { sumOf } from "../../machine/money";
import type { Call, DriverReport, Opening, PaymentName } from "../driver";
import { ifKnown, OutcomeUnknown, onRefusal, type Refused, unlessRefused } from "../errors";
import { bucketOf, type PayPal } from "./api";
import { captureRead, disputesAbout, isPaid, isTaken, refundRead, takenReports, untakenReport } from "./payments";
import { approvable, pageOf, payPalMoney, shortText } from "./values";

const ORDERS = "/v2/checkout/orders";
const pathOf = (reference: string) => `${ORDERS}/${encodeURIComponent(reference)}`;
/** Ours of an order that may not be captured any more, instead of the attempt's id. */
const CLOSED = "closed";

const payments = z.object({ captures: z.array(captureRead).default([]), refunds: z.array(refundRead).default([]) });
const unit = z.object({ custom_id: z.string().optional(), payments: payments.prefault({}) });
/** It has one capture that counts, so all its refunds are about that one. */
const orderRead = z
  .object({ status: z.string(), purchase_units: z.array(unit).default([]) })
  .transform(({ status, purchase_units: units }) => {
    const refunds = units.flatMap(({ payments }) => payments.refunds).filter(({ status }) => status === "COMPLETED");
    const captures = units.flatMap(({ payments }) => payments.captures);
    return {
      status,
      isClosed: units.some(({ custom_id }) => custom_id === CLOSED),
      capture: captures.find(isTaken) ?? captures[0],
      returned: sumOf(refunds.map(({ amount }) => amount?.amount ?? 0)),
    };
  });
type Order = z.output<typeof orderRead>;

/** PayPal forgets an order that nobody has approved by then. */
const APPROVED_WITHIN_MS = 3 * 3_600_000;

/**
 * The same for a first and for a repeated call: PayPal knows the attempt's key for 6 hours and answers with the same order, as it is now.
 * A second order could not be paid beside it, either: an invoice's number is paid once.
 */
export async function openOrder(paypal: PayPal, opening: Opening, brand: string, call: Call) {
  const { attemptId, orderId, price, title, expiresAt, madeAt } = opening;
  const unit = {
    custom_id: attemptId,
    // PayPal takes money for an invoice's number once: a second capture of an attempt is refused with DUPLICATE_INVOICE_ID.
    invoice_id: shortText(`${orderId}/${attemptId}`),
    description: shortText(title),
    amount: payPalMoney(price),
  };
  const body = { intent: "CAPTURE", purchase_units: [unit], application_context: pageOf(opening, brand, "PAY_NOW") };
  const opened = await paypal(approvable, { method: "POST", path: ORDERS, key: `order-${attemptId}`, body }, call);
  return { ...opened, expiresAt: Math.min(expiresAt, madeAt + APPROVED_WITHIN_MS) };
}

const fetchOrder = (paypal: PayPal, reference: string, call: Call): Promise<Order | undefined> =>
  unlessRefused(ifKnown(paypal(orderRead, { path: pathOf(reference) }, call)));

export async function askOrder(paypal: PayPal, payment: PaymentName, call: Call & { mayCapture: boolean }) {
  const order = await fetchOrder(paypal, payment.reference, call);
  const isDue = order?.status === "APPROVED" && call.mayCapture && !order.isClosed;
  const reports = isDue ? await capture(paypal, payment, call) : reportsOf(order);
  const taken = reports.find((report) => report.type === "captured");
  const disputes = taken === undefined || isDue ? [] : await disputesAbout(paypal, taken, call);
  return { reports: [...reports, ...disputes], subscription: undefined };
}

function reportsOf(order: Order | undefined): DriverReport[] {
  if (order === undefined || order.status === "VOIDED") return [{ type: "abandoned" }];
  const { capture, returned, status, isClosed } = order;
  if (capture !== undefined) return isPaid(capture) ? takenReports(capture, returned) : [untakenReport(capture)];
  if (status === "COMPLETED") throw new OutcomeUnknown("PayPal: a completed order without a capture");
  return isClosed ? [{ type: "abandoned" }] : [];
}

/**
 * Takes what was approved. PayPal knows the attempt's key for 45 days, and has one capture for each order: after a lost answer the next
 * question finds the order completed, or captures it then. After a decline PayPal would let the buyer choose again on the same page; for us
 * the attempt has ended, and a further one has a page of its own: the caller does not ask for this one with `mayCapture` again.
 */
function capture(paypal: PayPal, { attemptId, reference }: PaymentName, call: Call) {
  const request = { method: "POST", path: `${pathOf(reference)}/capture`, key: `capture-${attemptId}` } as const;
  const captured = paypal(orderRead, { ...request, body: {} }, call).then(reportsOf);
  return onRefusal(captured, async (refused) => {
    if (refused.code === "ORDER_ALREADY_CAPTURED") return reportsOf(await fetchOrder(paypal, reference, call));
    return afterRefusal(refused);
  });
}

function afterRefusal(refused: Refused): DriverReport[] {
  if (refused.status === 404) return [{ type: "abandoned" }];
  if (refused.code === "ORDER_NOT_APPROVED") return [];
  // Missing rights, too many requests: nothing about this payment. A paid invoice: it was taken by an order that we do not know.
  const isDecline = refused.status === 422 && refused.code !== "DUPLICATE_INVOICE_ID";
  if (!isDecline) throw new OutcomeUnknown(refused.message, { cause: refused });
  return [{ type: "declined", bucket: bucketOf(refused.code) }];
}

/**
 * PayPal cannot end an order that nobody has paid. It takes no money by itself, either: that takes our capture. So the order is marked, and
 * a marked one is not captured. Where PayPal does not let us mark it, it is closed because its caller does not ask with `mayCapture` again.
 */
export async function markClosed(paypal: PayPal, reference: string, call: Call): Promise<void> {
  const body = [{ op: "replace", path: "/purchase_units/@reference_id=='default'/custom_id", value: CLOSED }];
  await onRefusal(paypal(z.undefined(), { method: "PATCH", path: pathOf(reference), body }, call), () => undefined);
}

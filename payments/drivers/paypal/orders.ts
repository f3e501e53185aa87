import { z } from "zod";
import { sumOf } from "../../machine/money";
import type { AskCall, Call, DriverReport, Opening, PaymentName } from "../driver";
import { OutcomeUnknown, onRefusal, orUndefined } from "../errors";
import { pathIn } from "../provider-api";
import { bucketOf, type PayPal } from "./api";
import { disputesAbout, isPaid, refundRead, takenReports } from "./payments";
import { approvable, id, instant, longest, money, pageOf, payPalMoney } from "./values";

const ORDERS = "/v2/checkout/orders";
/** Ours of an order that may not be captured any more, instead of the attempt's id. */
const CLOSED = "closed";

const captureRead = z
  .object({
    id,
    status: z.string(),
    amount: money,
    create_time: instant,
    processor_response: z.object({ response_code: z.string().default("INSTRUMENT_DECLINED") }).prefault({}),
  })
  .transform(({ id: captureId, amount: paid, create_time: at, ...rest }) => ({
    ...rest,
    fact: { captureId, paid, at },
  }));
const payments = z.object({ captures: z.array(captureRead).default([]), refunds: z.array(refundRead).default([]) });
const unit = z.object({ custom_id: z.string().optional(), payments: payments.prefault({}) });
/** It has one unit and one capture that counts, so all its refunds are about that one. */
const orderRead = z
  .object({ status: z.string(), purchase_units: z.tuple([unit], unit).prefault([{}]) })
  .transform(({ status, purchase_units: [{ custom_id, payments }] }) => ({
    status,
    isClosed: custom_id === CLOSED,
    capture: payments.captures.find((one) => isPaid(one) || one.status === "PENDING") ?? payments.captures[0],
    returned: sumOf(payments.refunds.map(({ status, amount }) => (status === "COMPLETED" ? (amount?.amount ?? 0) : 0))),
  }));
type Order = z.output<typeof orderRead>;

/** PayPal forgets an order that nobody has approved by then. */
const APPROVED_WITHIN_MS = 3 * 3_600_000;

/**
 * The same for a first and for a repeated call: PayPal knows the attempt's key for 6 hours and answers with the same order, as it is now.
 * A second order could not be paid beside it, either: an invoice's number is paid once.
 */
export async function openOrder(paypal: PayPal, opening: Opening, call: Call) {
  const { attemptId, orderId, price, title, expiresAt, madeAt } = opening;
  const unit = {
    custom_id: attemptId,
    // PayPal takes money for an invoice's number once: a second capture of an attempt is refused with DUPLICATE_INVOICE_ID.
    invoice_id: longest(`${orderId}/${attemptId}`),
    description: longest(title),
    amount: payPalMoney(price),
  };
  const body = { intent: "CAPTURE", purchase_units: [unit], application_context: pageOf(opening, "PAY_NOW") };
  const opened = await paypal(approvable, { path: ORDERS, key: `order-${attemptId}`, body }, call);
  return { ...opened, expiresAt: Math.min(expiresAt, madeAt + APPROVED_WITHIN_MS) };
}

const fetchOrder = (paypal: PayPal, reference: string, call: Call): Promise<Order | undefined> =>
  orUndefined(paypal(orderRead, { path: pathIn(ORDERS, reference) }, call), 404);

export async function askOrder(paypal: PayPal, payment: PaymentName, call: AskCall) {
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
  if (capture === undefined && status === "COMPLETED") throw new OutcomeUnknown("PayPal: completed without a capture");
  if (capture === undefined) return isClosed ? [{ type: "abandoned" }] : [];
  if (isPaid(capture)) return takenReports(capture, returned);
  if (!["DECLINED", "FAILED"].includes(capture.status)) return [{ type: "processing" }];
  return [{ type: "declined", bucket: bucketOf(capture.processor_response.response_code) }];
}

/** A capture that is refused so says nothing of the payment: the order does. */
const ASKED_AGAIN = ["ORDER_ALREADY_CAPTURED", "ORDER_NOT_APPROVED"];

/**
 * Takes what was approved. PayPal knows the attempt's key for 45 days, and has one capture for each order: after a lost answer the next
 * question finds the order completed, or captures it then. After a decline PayPal would let the buyer choose again on the same page; for us
 * the attempt has ended, and a further one has a page of its own: the caller does not ask for this one with `mayCapture` again.
 */
function capture(paypal: PayPal, { attemptId, reference }: PaymentName, call: Call): Promise<DriverReport[]> {
  const request = { path: pathIn(ORDERS, reference, "capture"), key: `capture-${attemptId}`, body: {} };
  return onRefusal(paypal(orderRead, request, call).then(reportsOf), async (refused) => {
    const { code, status, message } = refused;
    if (status === 404 || ASKED_AGAIN.includes(code)) return reportsOf(await fetchOrder(paypal, reference, call));
    if (status === 422 && code !== "DUPLICATE_INVOICE_ID") return [{ type: "declined", bucket: bucketOf(code) }];
    // Missing rights, too many requests: nothing about this payment. A paid invoice: it was taken by an order that we do not know.
    throw new OutcomeUnknown(message, { cause: refused });
  });
}

/**
 * PayPal cannot end an order that nobody has paid. It takes no money by itself, either: that takes our capture. So the order is marked, and
 * a marked one is not captured. Where PayPal does not let us mark it, it is closed because its caller does not ask with `mayCapture` again.
 */
export async function markClosed(paypal: PayPal, reference: string, call: Call): Promise<void> {
  const body = [{ op: "replace", path: "/purchase_units/@reference_id=='default'/custom_id", value: CLOSED }];
  const request = { method: "PATCH", path: pathIn(ORDERS, reference), body } as const;
  await onRefusal(paypal(z.undefined(), request, call), () => undefined);
}

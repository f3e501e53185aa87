import { z } from "zod";
import type { Call, OpenedPayment, Opening, PaymentName, PaymentStanding } from "../driver";
import { OutcomeUnknown } from "../errors";
import { ifKnown, type PayPal, PayPalRefused, unlessRefused } from "./api";
import { captureRead, isTaken, refundRead, reportsOf } from "./captures";
import { bucketOf } from "./declines";
import { disputesAbout } from "./disputes";
import type { PageSettings } from "./subscriptions";
import { links, localeOf, payPalMoney, shortText } from "./values";

const payments = z.object({ captures: z.array(captureRead).default([]), refunds: z.array(refundRead).default([]) });
const orderRead = z.object({
  id: z.string().min(1),
  status: z.string(),
  purchase_units: z.array(z.object({ custom_id: z.string().optional(), payments: payments.optional() })).default([]),
  links,
});
type Order = z.output<typeof orderRead>;

/** PayPal forgets an order that nobody has approved by then. */
const APPROVED_WITHIN_MS = 3 * 3_600_000;

/**
 * The same for a first and for a repeated call: PayPal knows the attempt's key for 6 hours and answers with the same order, as it is now.
 * A second order could not be paid beside it, either: an invoice's number is paid once.
 */
export async function openOrder(
  paypal: PayPal,
  opening: Opening,
  page: PageSettings,
  call: Call,
): Promise<OpenedPayment> {
  const body = orderBody(opening, page);
  const key = `order-${opening.attemptId}`;
  const order = await paypal(orderRead, { method: "POST", path: "/v2/checkout/orders", key, body }, call);
  const payAt = order.links.find(({ rel }) => rel === "approve")?.href;
  return { reference: order.id, payAt, expiresAt: Math.min(opening.expiresAt, opening.madeAt + APPROVED_WITHIN_MS) };
}

function orderBody(opening: Opening, { brandName }: PageSettings) {
  const { attemptId, orderId, price, title, language, returnUrl, cancelUrl } = opening;
  const unit = {
    custom_id: attemptId,
    // PayPal takes money for an invoice's number once: a second capture of an attempt is refused with DUPLICATE_INVOICE_ID.
    invoice_id: shortText(`${orderId}/${attemptId}`),
    description: shortText(title),
    amount: payPalMoney(price),
  };
  // PayPal's newer name for it is payment_source.paypal.experience_context; an order with that cannot be changed before it is approved.
  const context = {
    brand_name: brandName === undefined ? undefined : shortText(brandName),
    locale: localeOf(language),
    shipping_preference: "NO_SHIPPING",
    user_action: "PAY_NOW",
    payment_method: { payee_preferred: "IMMEDIATE_PAYMENT_REQUIRED" },
    return_url: returnUrl,
    cancel_url: cancelUrl,
  };
  return { intent: "CAPTURE", purchase_units: [unit], application_context: context };
}

const fetchOrder = (paypal: PayPal, reference: string, call: Call): Promise<Order | undefined> =>
  unlessRefused(ifKnown(paypal(orderRead, { method: "GET", path: pathOf(reference) }, call)));

const pathOf = (reference: string) => `/v2/checkout/orders/${encodeURIComponent(reference)}`;

export async function askOrder(
  paypal: PayPal,
  payment: PaymentName,
  call: Call & { mayCapture: boolean },
): Promise<PaymentStanding> {
  const order = await fetchOrder(paypal, payment.reference, call);
  if (order?.status === "APPROVED" && call.mayCapture && !isClosed(order))
    return oneOff(await capture(paypal, payment, call));
  const reports = standing(order);
  const taken = reports.find(({ type }) => type === "captured");
  return oneOff(taken?.type === "captured" ? [...reports, ...(await disputesAbout(paypal, taken, call))] : reports);
}

const oneOff = (reports: PaymentStanding["reports"]): PaymentStanding => ({ reports, subscription: undefined });

function standing(order: Order | undefined): PaymentStanding["reports"] {
  if (order === undefined || order.status === "VOIDED") return [{ type: "abandoned" }];
  const made = order.purchase_units.flatMap(({ payments }) => (payments === undefined ? [] : [payments]));
  const reports = made.flatMap(({ captures, refunds }) => reportsOf(captures, refunds));
  if (reports.length > 0) return reports;
  if (order.status === "COMPLETED") throw new OutcomeUnknown("PayPal: a completed order without a capture");
  return isClosed(order) ? [{ type: "abandoned" }] : [];
}

/**
 * Takes what was approved. PayPal knows the attempt's key for 45 days, and has one capture for each order: after a lost answer the next
 * question finds the order completed, or captures it then. After a decline PayPal would let the buyer choose again on the same page; for us
 * the attempt has ended, and a further one has a page of its own: the caller does not ask for this one with `mayCapture` again.
 */
async function capture(paypal: PayPal, payment: PaymentName, call: Call): Promise<PaymentStanding["reports"]> {
  const { attemptId, reference } = payment;
  const path = `${pathOf(reference)}/capture`;
  try {
    return standing(await paypal(orderRead, { method: "POST", path, key: `capture-${attemptId}`, body: {} }, call));
  } catch (error) {
    if (!(error instanceof PayPalRefused)) throw error;
    if (error.code === "ORDER_ALREADY_CAPTURED") return standing(await fetchOrder(paypal, reference, call));
    return afterRefusal(error);
  }
}

function afterRefusal(refused: PayPalRefused): PaymentStanding["reports"] {
  if (refused.status === 404) return [{ type: "abandoned" }];
  if (refused.code === "ORDER_NOT_APPROVED") return [];
  // Missing rights, too many requests: nothing about this payment. A paid invoice: it was taken by an order that we do not know.
  const isDecline = refused.status === 422 && refused.code !== "DUPLICATE_INVOICE_ID";
  if (!isDecline) throw new OutcomeUnknown(refused.message, { cause: refused });
  return [{ type: "declined", bucket: bucketOf(refused.code) }];
}

/** Ours of an order that may not be captured any more, instead of the attempt's id. */
const CLOSED = "closed";
const isClosed = ({ purchase_units: units }: Order): boolean => units.some(({ custom_id }) => custom_id === CLOSED);

/**
 * PayPal cannot end an order that nobody has paid. It takes no money by itself, either: that takes our capture. So the order is marked, and
 * a marked one is not captured. Where PayPal does not let us mark it, it is closed because its caller does not ask with `mayCapture` again.
 */
export async function closeOrder(paypal: PayPal, reference: string, call: Call): Promise<"closed" | "paid"> {
  const isPaid = async (): Promise<boolean> => {
    const order = await fetchOrder(paypal, reference, call);
    return order?.status === "COMPLETED" || (order?.purchase_units.some(hasTaken) ?? false);
  };
  if (await isPaid()) return "paid";
  const mark = [{ op: "replace", path: "/purchase_units/@reference_id=='default'/custom_id", value: CLOSED }];
  const request = { method: "PATCH", path: pathOf(reference), body: mark } as const;
  await paypal(z.undefined(), request, call).catch((error: unknown) => {
    if (!(error instanceof PayPalRefused)) throw error;
  });
  // It may have been captured meanwhile.
  return (await isPaid()) ? "paid" : "closed";
}

const hasTaken = ({ payments }: Order["purchase_units"][number]): boolean => payments?.captures.some(isTaken) ?? false;

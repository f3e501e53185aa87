import type { Call, DriverReport, Opening } from "../driver";
import { bucketOf, type PayPal } from "./api";
import { disputesAbout, isPaid, takenReports } from "./payments";
import { change, fetchPayments, fetchSubscription, SUBSCRIPTIONS, type Subscription } from "./subscription";
import { approvable, pageOf } from "./values";

/** PayPal knows the key for 72 hours. What `openOrder` says of later calls is so here, too: only an activation by us takes money. */
export async function openSubscription(paypal: PayPal, plan_id: string, opening: Opening, call: Call) {
  const { attemptId, expiresAt } = opening;
  // Not SUBSCRIBE_NOW, with which PayPal takes the first payment by itself, even of an attempt that we have closed.
  const body = { plan_id, custom_id: attemptId, application_context: pageOf(opening, "CONTINUE") };
  const opened = await paypal(approvable, { path: SUBSCRIPTIONS, key: `subscription-${attemptId}`, body }, call);
  return { ...opened, expiresAt };
}

/**
 * The first payment of a subscription. PayPal can neither cancel nor mark what is not active, and does not activate it by itself: an attempt
 * is closed because its caller does not ask with `mayCapture` again.
 */
export async function askFirstPayment(paypal: PayPal, reference: string, call: Call & { mayCapture: boolean }) {
  let found = await fetchSubscription(paypal, reference, call);
  if (found?.status === "APPROVED" && call.mayCapture) {
    await change(paypal, reference, ["activate", "Bought"], call);
    found = await fetchSubscription(paypal, reference, call);
  }
  const reports = await reportsOf(paypal, found, call);
  const isTaken = reports.some(({ type }) => type === "captured");
  return { reports, subscription: isTaken ? reference : undefined };
}

async function reportsOf(paypal: PayPal, found: Subscription | undefined, call: Call): Promise<DriverReport[]> {
  if (found === undefined) return [{ type: "abandoned" }];
  const { id, status, start_time: at, regular, isFree } = found;
  if (status === "APPROVAL_PENDING" || status === "APPROVED") return [];
  // Nothing is taken today, and nothing can be given back.
  if (isFree)
    return [{ type: "captured", captureId: id, paid: { ...regular.pricing_scheme.fixed_price, amount: 0 }, at }];
  const made = await fetchPayments(paypal, found, call);
  const paid = made.find(isPaid);
  if (paid !== undefined) return [...takenReports(paid), ...(await disputesAbout(paypal, paid.id, call))];
  const isPending = made.some(({ status }) => status === "PENDING");
  return [isPending ? { type: "processing" } : await unpaid(paypal, found, made.length, call)];
}

/** PayPal would try a failed first payment again for days: the attempt's outcome is known at once only if the subscription ends. */
async function unpaid(paypal: PayPal, found: Subscription, tries: number, call: Call): Promise<DriverReport> {
  const { id, status, failures, failedBy = "PAYMENT_DENIED" } = found;
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  if (failures === 0 && tries === 0) return { type: isOver ? "abandoned" : "processing" };
  if (!isOver) await change(paypal, id, ["cancel", "The first payment has failed"], call);
  return { type: "declined", bucket: bucketOf(failedBy) };
}

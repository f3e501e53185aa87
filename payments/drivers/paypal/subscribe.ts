import { createHash } from "node:crypto";
import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import { cached } from "../cached";
import type { AskCall, Call, DriverReport, Money, Opening, PaymentName, Renewal } from "../driver";
import { orUndefined } from "../errors";
import { firstPeriod } from "../periods";
import { bucketOf, type PayPal } from "./api";
import { disputesAbout, isPaid, takenReports } from "./payments";
import { change, fetchPayments, fetchSubscription, SUBSCRIPTIONS, type Subscription } from "./subscription";
import { approvable, id, longest, pageOf, payPalMoney } from "./values";

const PLANS = "/v1/billing/plans";

const planRead = z.object({ id, status: z.string() });

/**
 * A subscription needs a plan in PayPal's catalogue, and a plan a product. Each set of prices, periods and title has a product of its own
 * whose id is made from them: so whoever comes later, or after a lost answer, finds what there is. PayPal knows a subscription's key for 72
 * hours. What `openOrder` says of later calls is so here, too: only an activation by us takes money.
 */
export function subscribing(paypal: PayPal) {
  const plans = cached(async (terms: ReturnType<typeof termsOf>, call) => {
    const product = `plan-${createHash("sha256").update(JSON.stringify(terms)).digest("hex").slice(0, 32)}`;
    const list = { path: PLANS, query: { product_id: product, page_size: 20 } };
    const listed = paypal(z.object({ plans: z.array(planRead).default([]) }), list, call);
    const active = (await orUndefined(listed, 404))?.plans.find(({ status }) => status === "ACTIVE");
    const { id } = active ?? (await makePlan(paypal, product, terms, call));
    return { value: id, until: Number.POSITIVE_INFINITY };
  });
  return async (opening: Opening, renewal: Renewal, call: Call) => {
    const plan_id = await plans.get(termsOf(opening, renewal), call);
    // Not SUBSCRIBE_NOW, with which PayPal takes the first payment by itself, even of an attempt that we have closed.
    const body = { plan_id, custom_id: opening.attemptId, application_context: pageOf(opening, "CONTINUE") };
    const request = { path: SUBSCRIPTIONS, key: `subscription-${opening.attemptId}`, body };
    return { ...(await paypal(approvable, request, call)), expiresAt: opening.expiresAt };
  };
}

async function makePlan(paypal: PayPal, product: string, terms: { name: string }, call: Call) {
  const goods = { id: product, name: terms.name, type: "SERVICE", category: "SOFTWARE" };
  const made = paypal(z.object({}), { path: "/v1/catalogs/products", key: product, body: goods }, call);
  await orUndefined(made, "DUPLICATE_RESOURCE_IDENTIFIER");
  // Three payments that fail in a row suspend it; the first one is watched by whoever asks.
  const preferences = { auto_bill_outstanding: true, payment_failure_threshold: 3 };
  const body = { product_id: product, status: "ACTIVE", ...terms, payment_preferences: preferences };
  return paypal(planRead, { path: PLANS, key: product, body }, call);
}

/** What is paid first is a paid or free trial to PayPal, unless it is what each period costs. @throws Refused */
function termsOf(opening: Opening, renewal: Renewal) {
  const { price, period, title } = opening;
  const first = { ...cycleOf(period, price), tenure_type: "TRIAL", sequence: 1, total_cycles: 1 };
  const trial = firstPeriod(opening, renewal) === "same" ? [] : [first];
  const later = cycleOf(renewal, { ...price, amount: renewal.amount });
  const regular = { ...later, tenure_type: "REGULAR", sequence: trial.length + 1, total_cycles: 0 };
  return { name: longest(title), billing_cycles: [...trial, regular] };
}

/** @throws Refused as `payPalMoney` */
const cycleOf = ({ interval, interval_count }: PlanPeriod, price: Money) => ({
  frequency: { interval_unit: interval.toUpperCase(), interval_count },
  ...(price.amount === 0 ? {} : { pricing_scheme: { fixed_price: payPalMoney(price) } }),
});

/**
 * The first payment of a subscription. PayPal can neither cancel nor mark what is not active, and does not activate it by itself: an attempt
 * is closed because its caller does not ask with `mayCapture` again.
 */
export async function askFirstPayment(paypal: PayPal, { reference }: PaymentName, call: AskCall) {
  let found = await orUndefined(fetchSubscription(paypal, reference, call), 404);
  if (found?.status === "APPROVED" && call.mayCapture) {
    await change(paypal, reference, ["activate", "Bought"], call);
    found = await fetchSubscription(paypal, reference, call);
  }
  const reports = await reportsOf(paypal, found, call);
  return { reports, subscription: reports.some(({ type }) => type === "captured") ? reference : undefined };
}

async function reportsOf(paypal: PayPal, found: Subscription | undefined, call: Call): Promise<DriverReport[]> {
  if (found === undefined) return [{ type: "abandoned" }];
  const { id, status, start_time: at, isFree, regular } = found;
  if (status === "APPROVAL_PENDING" || status === "APPROVED") return [];
  // Nothing is taken today, and nothing can be given back.
  const nothing = { ...regular.pricing_scheme.fixed_price, amount: 0 };
  if (isFree) return [{ type: "captured", captureId: id, paid: nothing, at }];
  const made = await fetchPayments(paypal, found, call);
  const paid = made.find(isPaid);
  if (paid !== undefined) return [...takenReports(paid), ...(await disputesAbout(paypal, paid.fact, call))];
  const isPending = made.some(({ status }) => status === "PENDING");
  return [isPending ? { type: "processing" } : await unpaid(paypal, found, made.length, call)];
}

/** PayPal would try a failed first payment again for days: the attempt's outcome is known at once only if the subscription ends. */
async function unpaid(paypal: PayPal, found: Subscription, tries: number, call: Call): Promise<DriverReport> {
  const { id, status, failed_payments_count, last_failed_payment } = found;
  const isOver = status === "CANCELLED" || status === "EXPIRED";
  if (failed_payments_count === 0 && tries === 0) return { type: isOver ? "abandoned" : "processing" };
  if (!isOver) await change(paypal, id, ["cancel", "The first payment has failed"], call);
  return { type: "declined", bucket: bucketOf(last_failed_payment.reason_code) };
}

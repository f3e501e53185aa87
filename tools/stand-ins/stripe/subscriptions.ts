import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { Objects } from "./objects";
import { type Outcome, type Ring, tryToPay } from "./payments";
import { type Invoice, invoice, type Session, type Subscription, subscription } from "./shapes";

interface Period {
  readonly start: number;
  readonly end: number;
}

/** The subscription that a session begins, with its first invoice. @returns what the session then names */
export function begin(objects: Objects, ring: Ring, session: Session, outcome: Outcome) {
  const now = objects.seconds;
  const recurring = session._items.find((item) => item.recurring);
  if (recurring === undefined) throw new Error("Nothing renews");
  const trialEnd = session._trial_end ?? (session._trial_days && now + session._trial_days * 86_400);
  const period = { start: now, end: trialEnd ?? after(recurring, now) };
  const id = objects.newId("sub");
  const first = charged(objects, ring, {
    ...session,
    id,
    period,
    reason: "subscription_create",
    outcome,
  });
  const isPaid = outcome === "paid";
  const customer = objects.newId("cus");
  const method = paymentMethod(objects, customer);
  objects.put(method);
  const made: Subscription = {
    id,
    object: "subscription",
    created: now,
    automatic_tax: { enabled: false },
    billing_cycle_anchor: period.end,
    cancel_at: null,
    cancel_at_period_end: false,
    collection_method: "charge_automatically",
    current_period_end: period.end,
    current_period_start: period.start,
    customer,
    default_payment_method: method.id,
    items: { object: "list", data: [], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: first.id,
    livemode: false,
    metadata: session._metadata,
    start_date: now,
    status: isPaid ? (trialEnd ? "trialing" : "active") : "incomplete",
    trial_end: trialEnd ?? null,
    _item: recurring,
    _currency: session.currency,
  };
  objects.put(made);
  ring("customer.subscription.created", made);
  return { subscription: id, invoice: first.id, customer: made.customer };
}

/** A session's card becomes the one that its subscription is charged to. It is good for some years. */
const paymentMethod = (objects: Objects, customer: string) => ({
  id: objects.newId("pm"),
  object: "payment_method",
  billing_details: { address: null, email: null, name: null, phone: null },
  card: {
    brand: "visa",
    country: "US",
    exp_month: 8,
    exp_year: new Date(objects.now()).getUTCFullYear() + 4,
    funding: "credit",
    last4: "4242",
  },
  created: objects.seconds,
  customer,
  livemode: false,
  metadata: {},
  type: "card",
});

/** The next period begins, and is charged; an invoice that is still open is charged once more. */
export function renew(objects: Objects, ring: Ring, id: string, isPaid: boolean): void {
  const before = objects.get(subscription, id);
  const latest = objects.get(invoice, before.latest_invoice);
  const isRetry = latest.status === "open";
  const { current_period_start, current_period_end, _item, _currency } = before;
  const next = { start: current_period_end, end: after(_item, current_period_end) };
  const period = isRetry ? { start: current_period_start, end: current_period_end } : next;
  const due = { amount_total: _item.amount, currency: _currency, _metadata: {}, payment_intent: null };
  const reason = "subscription_cycle" as const;
  const outcome = isPaid ? "paid" : "declined";
  const made = charged(objects, ring, { id, period, reason, outcome, ...due, ...(isRetry ? { earlier: latest } : {}) });
  const periods = { current_period_start: period.start, current_period_end: period.end };
  const now = { ...before, ...periods, latest_invoice: made.id, status: isPaid ? "active" : "past_due" };
  objects.put(now);
  ring("customer.subscription.updated", now);
}

const UNITS = { day: "days", week: "weeks", month: "months", year: "years" } as const;

function after({ recurring }: Session["_items"][number], seconds: number): number {
  if (recurring === undefined) throw new Error("It does not renew");
  const { interval, interval_count } = recurring;
  return add(new UTCDate(seconds * 1000), { [UNITS[interval]]: interval_count }).getTime() / 1000;
}

interface Charged extends Pick<Session, "amount_total" | "currency" | "_metadata" | "payment_intent"> {
  readonly id: string;
  readonly period: Period;
  readonly reason: "subscription_create" | "subscription_cycle";
  readonly outcome: Outcome;
  readonly earlier?: Invoice;
}

function charged(objects: Objects, ring: Ring, { id, period, reason, outcome, earlier, ...due }: Charged): Invoice {
  const invoiceId = earlier?.id ?? objects.newId("in");
  const { amount_total: amount, currency, payment_intent } = due;
  const pay = { intent: payment_intent, amount, currency, metadata: {}, invoice: invoiceId };
  const intent = amount === 0 ? undefined : tryToPay(objects, ring, pay, outcome);
  const isPaid = outcome === "paid";
  const made: Invoice = {
    ...invoiceFacts(earlier?.created ?? objects.seconds),
    id: invoiceId,
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    billing_reason: reason,
    charge: intent?.latest_charge ?? null,
    currency,
    lines: {
      object: "list",
      data: [lineOf(objects, id, period, due)],
      has_more: false,
      url: `/v1/invoices/${invoiceId}/lines`,
    },
    paid: isPaid,
    payment_intent: intent?.id ?? null,
    // The one before: what it is for stands in the line.
    period_start: reason === "subscription_cycle" ? period.start - 2_592_000 : period.start,
    period_end: period.start,
    status: isPaid ? "paid" : "open",
    subscription: id,
    subtotal: amount,
    total: amount,
  };
  objects.put(made, id);
  ring(isPaid ? "invoice.paid" : "invoice.payment_failed", made);
  return made;
}

const lineOf = (
  objects: Objects,
  subscription: string,
  period: Period,
  { amount_total, currency }: Pick<Session, "amount_total" | "currency">,
) => ({
  id: objects.newId("il"),
  object: "line_item",
  amount: amount_total,
  currency,
  discountable: true,
  livemode: false,
  metadata: {},
  period,
  proration: false,
  subscription,
  type: "subscription",
});

const invoiceFacts = (created: number) => ({
  object: "invoice",
  created,
  attempt_count: 1,
  attempted: true,
  automatic_tax: { enabled: false, status: null },
  collection_method: "charge_automatically",
  default_tax_rates: [],
  livemode: false,
  paid_out_of_band: false,
  payment_settings: {},
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  starting_balance: 0,
  status_transitions: {},
  total_tax_amounts: [],
});

/** The bank of a first payment has decided. */
export function settleFirst(objects: Objects, ring: Ring, session: Session, isPaid: boolean): void {
  if (session.subscription === null) return;
  const before = objects.get(subscription, session.subscription);
  const first = objects.get(invoice, before.latest_invoice);
  const facts = isPaid ? { status: "paid", paid: true, amount_paid: first.amount_due, amount_remaining: 0 } : {};
  objects.put({ ...first, ...facts });
  if (isPaid) objects.put({ ...before, status: "active" });
  if (isPaid) ring("invoice.paid", { ...first, ...facts });
}

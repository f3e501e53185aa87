import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { OutcomeUnknown, orUndefined, unlessRefused, unlessSo } from "../errors";
import { endOfPeriod } from "../periods";
import { pathIn } from "../provider-api";
import type { PayPal } from "./api";
import { disputesAbout, factOf, isPaid, type Payment, returnedOf } from "./payments";
import { id, instant, money } from "./values";

const unit = z
  .string()
  .toLowerCase()
  .pipe(z.enum(["day", "week", "month", "year"]));
const cycle = z.object({
  frequency: z
    .object({ interval_unit: unit, interval_count: z.number().default(1) })
    .transform(({ interval_unit: interval, interval_count }) => ({ interval, interval_count })),
  tenure_type: z.string(),
  /** Free of charge where it is missing. */
  pricing_scheme: z.object({ fixed_price: money.prefault({ currency_code: "USD", value: "0" }) }).prefault({}),
});
const billing = z.object({
  failed_payments_count: z.number().default(0),
  next_billing_time: instant.optional(),
  last_failed_payment: z.object({ reason_code: z.string().optional() }).optional(),
});

const subscriptionRead = z
  .object({
    id,
    status: z.string(),
    status_change_note: z.string().optional(),
    start_time: instant,
    billing_info: billing.prefault({}),
    plan: z.object({ billing_cycles: z.tuple([cycle], cycle) }),
  })
  .transform(({ plan: { billing_cycles: cycles }, billing_info, ...rest }) => {
    const { failed_payments_count: failures, next_billing_time: nextAt = 0, last_failed_payment } = billing_info;
    const [first] = cycles;
    const isPaying = rest.status === "ACTIVE" && failures === 0;
    const regular = cycles.find(({ tenure_type }) => tenure_type === "REGULAR") ?? first;
    const isFree = first.pricing_scheme.fixed_price.amount === 0;
    return { ...rest, first, regular, isFree, isPaying, nextAt, failures, failedBy: last_failed_payment?.reason_code };
  });
export type Subscription = z.output<typeof subscriptionRead>;

const transaction = z
  .object({ id, status: z.string(), time: instant, amount_with_breakdown: z.object({ gross_amount: money }) })
  .transform(({ id, status, time: create_time, amount_with_breakdown: { gross_amount: amount } }): Payment => {
    return { id, status, create_time, amount };
  });
const transactionList = z.object({ transactions: z.array(transaction).default([]) });

export const SUBSCRIPTIONS = "/v1/billing/subscriptions";
const DAY_MS = 86_400_000;

export const fetchSubscription = (paypal: PayPal, reference: string, call: Call) => {
  const request = { path: pathIn(SUBSCRIPTIONS, reference), query: { fields: "plan,last_failed_payment" } };
  return orUndefined(paypal(subscriptionRead, request, call), 404);
};

/** Payments, oldest first; without the lines of what went back. */
export async function fetchPayments(paypal: PayPal, { id, start_time: start }: Subscription, call: Call) {
  const [start_time, end_time] = [start - DAY_MS, call.now()].map((at) => new Date(at).toISOString());
  const request = { path: pathIn(SUBSCRIPTIONS, id, "transactions"), query: { start_time, end_time } };
  const { transactions } = await paypal(transactionList, request, call);
  return transactions
    .filter(({ amount }) => amount.amount > 0)
    .sort((one, other) => one.create_time - other.create_time);
}

/** A change, and what a subscription may be after it. */
const CHANGES = {
  activate: ["ACTIVE"],
  suspend: ["SUSPENDED", "CANCELLED", "EXPIRED"],
  cancel: ["CANCELLED", "EXPIRED"],
};
type Change = readonly [to: keyof typeof CHANGES, reason: string];

/** @throws OutcomeUnknown | Refused */
export async function change(paypal: PayPal, reference: string, [to, reason]: Change, call: Call): Promise<void> {
  const changed = paypal(z.undefined(), { path: pathIn(SUBSCRIPTIONS, reference, to), body: { reason } }, call);
  await unlessSo(changed, async () => {
    const now = await fetchSubscription(paypal, reference, call);
    return now !== undefined && CHANGES[to].includes(now.status);
  });
}

/** PayPal shows the reason of a change as its note: by it a pause of ours is known from one after failed payments. */
const AT_END = "Cancelled at the end of the paid time";
const AT_ONCE = "Ended at once";

/**
 * PayPal cancels at once and for good. So a renewal is cancelled by a suspension, during which nothing is charged and which can be lifted;
 * whoever asks after the paid time cancels it. If nobody asks, it stays suspended and takes nothing.
 */
export function renewalsBy(paypal: PayPal): SubscriptionDriver {
  return {
    ask: (reference, call) => unlessRefused(standing(paypal, reference, call)),
    cancelAtEnd: (reference, call) => change(paypal, reference, ["suspend", AT_END], call),
    resume: (reference, call) => change(paypal, reference, ["activate", "Renewal resumed"], call),
    endNow: (reference, call) => change(paypal, reference, ["cancel", AT_ONCE], call),
  };
}

/** PayPal's list has no sums of parts that went back: those that were given back by us are known to whoever ordered it. */
async function standing(paypal: PayPal, reference: string, call: Call): Promise<SubscriptionStanding> {
  const found = await fetchSubscription(paypal, reference, call);
  if (found === undefined) throw new OutcomeUnknown(`PayPal knows no subscription ${reference}`);
  const { first, regular, isFree, start_time, isPaying, nextAt } = found;
  const made = (await fetchPayments(paypal, found, call)).filter(isPaid).slice(isFree ? 0 : 1);
  const renewals = made.map((payment) => {
    const { create_time: startsAt } = payment;
    return { ...factOf(payment), startsAt, endsAt: endOfPeriod(startsAt, regular.frequency) };
  });
  const end = renewals.at(-1)?.endsAt ?? endOfPeriod(start_time, first.frequency);
  // PayPal's own next day may be some hours later. While a payment fails, that day's period is not paid.
  const paidUntil = isPaying ? Math.max(end, nextAt) : end;
  const disputed = await Promise.all(made.slice(-3).map(({ id }) => disputesAbout(paypal, id, call)));
  const back = made.flatMap((payment) => returnedOf(payment));
  const state = await stateOf(paypal, found, paidUntil, call);
  return { state, paidUntil, renewals, reports: [...back, ...disputed.flat()] };
}

async function stateOf(paypal: PayPal, found: Subscription, paidUntil: number, call: Call) {
  const { id, status, status_change_note: note, isPaying } = found;
  const isOver = call.now() >= paidUntil;
  if (isPaying) return "active";
  if (status === "ACTIVE" || (status === "SUSPENDED" && note !== AT_END)) return "past_due";
  if (status === "SUSPENDED" && isOver) await change(paypal, id, ["cancel", AT_END], call);
  // A buyer who cancels on PayPal's site keeps what is paid.
  return isOver || note === AT_ONCE ? "ended" : "ending";
}

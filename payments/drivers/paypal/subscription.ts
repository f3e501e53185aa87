import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { unlessRefused, unlessSo } from "../errors";
import { endOfPeriod } from "../periods";
import { pathIn } from "../provider-api";
import type { PayPal } from "./api";
import { disputesAbout, isPaid, type Payment, returnedOf } from "./payments";
import { id, instant, money } from "./values";

const UNITS = { DAY: "day", WEEK: "week", MONTH: "month", YEAR: "year" } as const;
const frequency = z
  .object({ interval_unit: z.enum(["DAY", "WEEK", "MONTH", "YEAR"]), interval_count: z.number().default(1) })
  .transform(({ interval_unit, interval_count }) => ({ interval: UNITS[interval_unit], interval_count }));
/** Free of charge where it is missing. */
const pricing = z.object({ fixed_price: money.prefault({ currency_code: "USD", value: "0" }) }).prefault({});
const cycle = z.object({ frequency, tenure_type: z.string(), pricing_scheme: pricing });
const billing = z.object({
  failed_payments_count: z.number().default(0),
  next_billing_time: instant.default(0),
  last_failed_payment: z.object({ reason_code: z.string().default("PAYMENT_DENIED") }).prefault({}),
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
  .transform(({ plan: { billing_cycles: cycles }, billing_info, ...rest }) => ({
    ...rest,
    ...billing_info,
    first: cycles[0],
    isFree: cycles[0].pricing_scheme.fixed_price.amount === 0,
    regular: cycles.find(({ tenure_type }) => tenure_type === "REGULAR") ?? cycles[0],
    isPaying: rest.status === "ACTIVE" && billing_info.failed_payments_count === 0,
  }));
export type Subscription = z.output<typeof subscriptionRead>;

const transaction = z
  .object({ id, status: z.string(), time: instant, amount_with_breakdown: z.object({ gross_amount: money }) })
  .transform(({ id: captureId, status, time: at, amount_with_breakdown: { gross_amount: paid } }): Payment => {
    return { status, fact: { captureId, paid, at } };
  });

export const SUBSCRIPTIONS = "/v1/billing/subscriptions";
const DAY_MS = 86_400_000;

/** @throws OutcomeUnknown | Refused with 404 for one that there is not */
export function fetchSubscription(paypal: PayPal, reference: string, call: Call) {
  const request = { path: pathIn(SUBSCRIPTIONS, reference), query: { fields: "plan,last_failed_payment" } };
  return paypal(subscriptionRead, request, call);
}

/** Payments, oldest first; without the lines of what went back. */
export async function fetchPayments(paypal: PayPal, { id, start_time: start }: Subscription, call: Call) {
  const [start_time, end_time] = [start - DAY_MS, call.now()].map((at) => new Date(at).toISOString());
  const request = { path: pathIn(SUBSCRIPTIONS, id, "transactions"), query: { start_time, end_time } };
  const { transactions } = await paypal(z.object({ transactions: z.array(transaction).default([]) }), request, call);
  return transactions.filter(({ fact }) => fact.paid.amount > 0).sort((one, other) => one.fact.at - other.fact.at);
}

/** A change, and what a subscription may be after it. */
const CHANGES = { activate: "ACTIVE", suspend: "SUSPENDED CANCELLED EXPIRED", cancel: "CANCELLED EXPIRED" };
type Change = readonly [to: keyof typeof CHANGES, reason: string];

/** @throws OutcomeUnknown | Refused */
export async function change(paypal: PayPal, reference: string, [to, reason]: Change, call: Call): Promise<void> {
  const changed = paypal(z.undefined(), { path: pathIn(SUBSCRIPTIONS, reference, to), body: { reason } }, call);
  const statusNow = async () => (await fetchSubscription(paypal, reference, call)).status;
  await unlessSo(changed, async () => CHANGES[to].split(" ").includes(await statusNow()));
}

/** PayPal shows the reason of a change as its note: by it a pause of ours is known from one after failed payments. */
const AT_END = "Cancelled at the end of the paid time";
const AT_ONCE = "Ended at once";

/**
 * PayPal cancels at once and for good. So a renewal is cancelled by a suspension, during which nothing is charged and which can be lifted;
 * whoever asks after the paid time cancels it. If nobody asks, it stays suspended and takes nothing.
 */
export const renewalsBy = (paypal: PayPal): SubscriptionDriver => ({
  ask: (reference, call) => unlessRefused(standing(paypal, reference, call)),
  cancelAtEnd: (reference, call) => change(paypal, reference, ["suspend", AT_END], call),
  resume: (reference, call) => change(paypal, reference, ["activate", "Renewal resumed"], call),
  endNow: (reference, call) => change(paypal, reference, ["cancel", AT_ONCE], call),
});

/** PayPal's list has no sums of parts that went back: those that were given back by us are known to whoever ordered it. */
async function standing(paypal: PayPal, reference: string, call: Call): Promise<SubscriptionStanding> {
  const found = await fetchSubscription(paypal, reference, call);
  const { first, isFree, regular, start_time, isPaying, next_billing_time } = found;
  const made = (await fetchPayments(paypal, found, call)).filter(isPaid).slice(isFree ? 0 : 1);
  const renewals = made.map(({ fact }) => ({
    ...fact,
    startsAt: fact.at,
    endsAt: endOfPeriod(fact.at, regular.frequency),
  }));
  const end = renewals.at(-1)?.endsAt ?? endOfPeriod(start_time, first.frequency);
  // PayPal's own next day may be some hours later. While a payment fails, that day's period is not paid.
  const paidUntil = isPaying ? Math.max(end, next_billing_time) : end;
  const disputed = await Promise.all(renewals.slice(-3).map((fact) => disputesAbout(paypal, fact, call)));
  const reports = [...made.flatMap((payment) => returnedOf(payment)), ...disputed.flat()];
  return { state: await stateOf(paypal, found, paidUntil, call), paidUntil, renewals, reports };
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

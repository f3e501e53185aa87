import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { ifKnown, OutcomeUnknown, onRefusal, unlessRefused } from "../errors";
import type { PayPal } from "./api";
import { disputesAbout, isPaid, type Payment, takenReports } from "./payments";
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
  .transform(({ plan: { billing_cycles: cycles }, ...rest }) => {
    const regular = cycles.find(({ tenure_type }) => tenure_type === "REGULAR") ?? cycles[0];
    return { ...rest, first: cycles[0], regular, isFree: cycles[0].pricing_scheme.fixed_price.amount === 0 };
  });
export type Subscription = z.output<typeof subscriptionRead>;

const transaction = z
  .object({ id, status: z.string(), time: instant, amount_with_breakdown: z.object({ gross_amount: money }) })
  .transform(
    ({ id: captureId, status, time: at, amount_with_breakdown: { gross_amount: paid } }): Payment => ({
      status,
      fact: { captureId, paid, at },
    }),
  );
const transactionList = z.object({ transactions: z.array(transaction).default([]) });

export const SUBSCRIPTIONS = "/v1/billing/subscriptions";
const pathOf = (reference: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(reference)}`;
const DAY_MS = 86_400_000;

export const fetchSubscription = (paypal: PayPal, reference: string, call: Call) =>
  ifKnown(paypal(subscriptionRead, { path: pathOf(reference), query: { fields: "plan,last_failed_payment" } }, call));

/** Payments, oldest first; without the lines of what went back. */
export async function fetchPayments(paypal: PayPal, { id, start_time: start }: Subscription, call: Call) {
  const [start_time, end_time] = [start - DAY_MS, call.now()].map((at) => new Date(at).toISOString());
  const request = { path: `${pathOf(id)}/transactions`, query: { start_time, end_time } };
  const { transactions } = await paypal(transactionList, request, call);
  return transactions.filter(({ fact }) => fact.paid.amount > 0).sort((one, other) => one.fact.at - other.fact.at);
}

/** A change, and what a subscription may be after it. */
const CHANGES = {
  activate: ["ACTIVE"],
  suspend: ["SUSPENDED", "CANCELLED", "EXPIRED"],
  cancel: ["CANCELLED", "EXPIRED"],
};
type Change = readonly [to: keyof typeof CHANGES, reason: string];

/** Twice is once: PayPal refuses what is so already. @throws OutcomeUnknown | Refused */
export async function change(paypal: PayPal, reference: string, [to, reason]: Change, call: Call): Promise<void> {
  const request = { method: "POST", path: `${pathOf(reference)}/${to}`, body: { reason } } as const;
  await onRefusal(paypal(z.undefined(), request, call), async (refused) => {
    const now = refused.status === 422 ? await fetchSubscription(paypal, reference, call) : { status: "" };
    if (!CHANGES[to].includes(now?.status ?? "EXPIRED")) throw refused;
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
  const made = (await fetchPayments(paypal, found, call)).filter(isPaid).slice(found.isFree ? 0 : 1);
  const renewals = made.map(({ fact }) => ({
    ...fact,
    startsAt: fact.at,
    endsAt: endOf(fact.at, found.regular.frequency),
  }));
  const paidUntil = paidTime(found, renewals.at(-1)?.endsAt ?? endOf(found.start_time, found.first.frequency));
  const disputed = await Promise.all(renewals.slice(-3).map((fact) => disputesAbout(paypal, fact, call)));
  const back = made.flatMap((payment) => takenReports(payment)).filter((report) => report.type === "given_back");
  const state = await stateOf(paypal, found, paidUntil, call);
  return { state, paidUntil, renewals, reports: [...back, ...disputed.flat()] };
}

/** PayPal's own next day, which may be some hours later; not while a payment fails, as then that day's period is not paid. */
function paidTime(
  { status, billing_info: { failed_payments_count, next_billing_time = 0 } }: Subscription,
  end: number,
) {
  return status === "ACTIVE" && failed_payments_count === 0 ? Math.max(end, next_billing_time) : end;
}

async function stateOf(paypal: PayPal, found: Subscription, paidUntil: number, call: Call) {
  const { id, status, status_change_note: note, billing_info } = found;
  const isOver = call.now() >= paidUntil;
  if (status === "ACTIVE") return billing_info.failed_payments_count > 0 ? "past_due" : "active";
  if (status === "SUSPENDED" && note !== AT_END) return "past_due";
  if (status === "SUSPENDED" && isOver) await change(paypal, id, ["cancel", AT_END], call);
  // A buyer who cancels on PayPal's site keeps what is paid.
  return isOver || note === AT_ONCE ? "ended" : "ending";
}

/** The same day of a later month, or that month's last. */
const endOf = (from: number, { interval, interval_count: count }: PlanPeriod): number =>
  add(new UTCDate(from), { [`${interval}s`]: count }).getTime();

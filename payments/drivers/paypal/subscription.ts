import { z } from "zod";
import type { Call } from "../driver";
import { ifKnown, onRefusal } from "../errors";
import type { PayPal } from "./api";
import type { Payment } from "./payments";
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

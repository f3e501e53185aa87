import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call } from "../driver";
import { ifKnown, type PayPal, PayPalRefused } from "./api";
import { instant, links, money } from "./values";

export const startedRead = z.object({ id: z.string().min(1), links });

const cycleRead = z.object({
  frequency: z.object({
    interval_unit: z
      .string()
      .toLowerCase()
      .pipe(z.enum(["day", "week", "month", "year"])),
    interval_count: z.number().default(1),
  }),
  tenure_type: z.enum(["TRIAL", "REGULAR"]),
  pricing_scheme: z.object({ fixed_price: money.optional() }).optional(),
});
const billing = z.object({
  failed_payments_count: z.number().default(0),
  next_billing_time: instant.optional(),
  last_failed_payment: z.object({ reason_code: z.string().optional() }).optional(),
});

const subscriptionRead = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    status_change_note: z.string().optional(),
    start_time: instant,
    billing_info: billing.default({ failed_payments_count: 0 }),
    plan: z.object({ billing_cycles: z.array(cycleRead).min(1) }),
  })
  .transform(({ billing_info, plan, ...rest }) => {
    const [first] = plan.billing_cycles;
    const regular = plan.billing_cycles.find(({ tenure_type }) => tenure_type === "REGULAR");
    return {
      ...rest,
      failures: billing_info.failed_payments_count,
      failure: billing_info.last_failed_payment?.reason_code,
      nextPayment: billing_info.next_billing_time,
      firstPeriod: periodOf(first),
      period: periodOf(regular),
      isFree: (first?.pricing_scheme?.fixed_price?.amount ?? 0) === 0,
      currency: regular?.pricing_scheme?.fixed_price?.currency ?? "USD",
    };
  });
export type Subscription = z.output<typeof subscriptionRead>;

const periodOf = (cycle: z.output<typeof cycleRead> | undefined): PlanPeriod => ({
  interval: cycle?.frequency.interval_unit ?? "month",
  interval_count: cycle?.frequency.interval_count ?? 1,
});

const transaction = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    time: instant,
    amount_with_breakdown: z.object({ gross_amount: money }),
  })
  .transform(({ amount_with_breakdown, ...rest }) => ({ ...rest, amount: amount_with_breakdown.gross_amount }));
const transactionsRead = z.object({ transactions: z.array(transaction).default([]) });

const pathOf = (reference: string, rest = "") => `/v1/billing/subscriptions/${encodeURIComponent(reference)}${rest}`;

export const fetchSubscription = (paypal: PayPal, reference: string, call: Call): Promise<Subscription | undefined> =>
  ifKnown(
    paypal(subscriptionRead, { method: "GET", path: pathOf(reference, "?fields=plan,last_failed_payment") }, call),
  );

/** Payments, oldest first; without the lines of what went back. */
export async function fetchTransactions(
  paypal: PayPal,
  { id, start_time }: Pick<Subscription, "id" | "start_time">,
  call: Call,
) {
  const time = (at: number) => encodeURIComponent(new Date(at).toISOString());
  const range = `?start_time=${time(start_time - DAY_MS)}&end_time=${time(call.now())}`;
  const { transactions } = await paypal(
    transactionsRead,
    { method: "GET", path: pathOf(id, `/transactions${range}`) },
    call,
  );
  return transactions.filter(({ amount }) => amount.amount > 0).sort((one, other) => one.time - other.time);
}

const DAY_MS = 86_400_000;

const AFTER = {
  activate: ["ACTIVE"],
  suspend: ["SUSPENDED", "CANCELLED", "EXPIRED"],
  cancel: ["CANCELLED", "EXPIRED"],
};

/** Twice is once: PayPal refuses what is so already. @throws OutcomeUnknown | Refused */
export async function changeStatus(
  paypal: PayPal,
  reference: string,
  change: keyof typeof AFTER,
  reason: string,
  call: Call,
): Promise<void> {
  const request = { method: "POST", path: pathOf(reference, `/${change}`), body: { reason } } as const;
  await paypal(z.undefined(), request, call).catch(async (error: unknown) => {
    if (!(error instanceof PayPalRefused) || error.status !== 422) throw error;
    const now = await fetchSubscription(paypal, reference, call);
    if (!AFTER[change].includes(now?.status ?? "EXPIRED")) throw error;
  });
}

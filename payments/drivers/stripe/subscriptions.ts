import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { onRefusal, unlessRefused } from "../errors";
import { everyItem } from "../pages";
import { pageReader, type Stripe } from "./api";
import { captureOf, takenBack } from "./ask";
import { fromStripe } from "./currency";
import { anything, charge } from "./shapes";

const seconds = z.number();

const subscription = z.object({
  status: z.string(),
  customer: z.string(),
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  current_period_start: seconds,
  trial_end: seconds.nullish(),
});
type Subscription = z.output<typeof subscription>;

const line = z.object({ type: z.string(), period: z.object({ start: seconds, end: seconds }) });
/** Its own period is the one before; what it is for stands in its line. */
const invoice = z
  .object({
    id: z.string(),
    billing_reason: z.string().nullish(),
    amount_paid: z.number().int(),
    currency: z.string(),
    created: seconds,
    charge: charge.nullish(),
    lines: z.object({ data: z.array(line) }),
  })
  .transform((read) => ({ ...read, period: read.lines.data.find(({ type }) => type === "subscription")?.period }));
type Invoice = z.output<typeof invoice>;

/** Subscriptions that Stripe Billing renews. */
export function subscriptionsOf(stripe: Stripe): SubscriptionDriver {
  const renews = (isOn: boolean) => async (reference: string, call: Call & { key: string }) => {
    const body = { cancel_at_period_end: !isOn };
    await stripe(anything, { method: "POST", path: pathOf(reference), body, key: call.key }, call);
  };
  return {
    ask: (reference, call) => ask(stripe, reference, call),
    cancelAtEnd: renews(false),
    resume: renews(true),
    endNow: (reference, call) => endNow(stripe, reference, call),
    cardPage: (reference, call) => cardPage(stripe, reference, call),
  };
}

const pathOf = (reference: string): string => `/v1/subscriptions/${reference}`;

const fetchSubscription = (stripe: Stripe, reference: string, call: Call): Promise<Subscription> =>
  unlessRefused(stripe(subscription, { path: pathOf(reference) }, call));

async function ask(stripe: Stripe, reference: string, call: Call): Promise<SubscriptionStanding> {
  const query = { subscription: reference, status: "paid", expand: ["data.charge"] };
  const [found, newestFirst] = await Promise.all([
    fetchSubscription(stripe, reference, call),
    everyItem(pageReader(stripe, invoice, { path: "/v1/invoices", query }, call)),
  ]);
  const paid = newestFirst.toReversed();
  const renewals = paid.filter(({ billing_reason }) => billing_reason === "subscription_cycle");
  const charges = renewals.flatMap(({ charge }) => charge ?? []);
  const reports = await Promise.all(charges.map((charge) => takenBack(stripe, charge, call)));
  return {
    state: stateOf(found),
    paidUntil: paidUntil(found, paid) * 1000,
    renewals: renewals.map(renewalOf),
    reports: reports.flat(),
  };
}

const ACTIVE = ["active", "trialing"];
const ENDED = ["canceled", "incomplete_expired"];

/** Unpaid, paused, and words that are not known, give nothing. */
function stateOf({ status, cancel_at, cancel_at_period_end }: Subscription): SubscriptionStanding["state"] {
  if (ACTIVE.includes(status)) return cancel_at_period_end || cancel_at ? "ending" : "active";
  return ENDED.includes(status) ? "ended" : "past_due";
}

/** By what was paid, as Stripe's current period also is one that nobody has paid. In seconds. */
function paidUntil({ status, trial_end, current_period_start }: Subscription, paid: readonly Invoice[]): number {
  const ends = paid.flatMap(({ period }) => period?.end ?? []);
  const trial = status === "trialing" && trial_end ? [trial_end] : [];
  return ends.length + trial.length === 0 ? current_period_start : Math.max(...ends, ...trial);
}

function renewalOf({ id, amount_paid, currency, created, charge, period }: Invoice) {
  // Without a charge the buyer's credit at Stripe has paid it.
  const credit = { captureId: id, paid: fromStripe(amount_paid, currency), at: created * 1000 };
  const { start, end } = period ?? { start: created, end: created };
  return { ...(charge ? captureOf(charge) : credit), startsAt: start * 1000, endsAt: end * 1000 };
}

/** Stripe refuses to end what has ended: then it is asked. */
async function endNow(stripe: Stripe, reference: string, call: Call): Promise<void> {
  await onRefusal(stripe(anything, { method: "DELETE", path: pathOf(reference) }, call), async (refused) => {
    const { status } = await fetchSubscription(stripe, reference, call);
    if (!ENDED.includes(status)) throw refused;
  });
}

async function cardPage(stripe: Stripe, reference: string, call: Call & { returnUrl: string }): Promise<string> {
  const { customer } = await fetchSubscription(stripe, reference, call);
  const body = { customer, return_url: call.returnUrl, flow_data: { type: "payment_method_update" } };
  const request = { method: "POST", path: "/v1/billing_portal/sessions", body } as const;
  return (await stripe(z.object({ url: z.url() }), request, call)).url;
}

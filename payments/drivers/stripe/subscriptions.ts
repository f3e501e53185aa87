import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { unlessRefused, unlessSo } from "../errors";
import { meanings } from "../meanings";
import { everyItem } from "../pages";
import { listOf, type Stripe } from "./api";
import { fromStripe } from "./currency";
import { takenBack } from "./refunds";
import { anything, charge, instant } from "./shapes";

/** Unpaid, paused, and words that are not known, give nothing. */
const STATES = meanings({ active: "active trialing", ended: "canceled incomplete_expired" });

/** It is good until its month is over. */
const card = z
  .object({ exp_month: z.number().int(), exp_year: z.number().int() })
  .transform(({ exp_month, exp_year }) => Date.UTC(exp_year, exp_month));

const subscription = z
  .object({
    status: z.string(),
    customer: z.string(),
    cancel_at_period_end: z.boolean(),
    cancel_at: instant.nullish(),
    current_period_start: instant,
    trial_end: instant.nullish(),
    default_payment_method: z.object({ card: card.nullish() }).nullish(),
  })
  .transform(({ status, customer, cancel_at_period_end, cancel_at, current_period_start: startsAt, ...rest }) => {
    const state = STATES.get(status) ?? ("past_due" as const);
    const isEnding = state === "active" && (cancel_at_period_end || cancel_at);
    const trialEnd = status === "trialing" && rest.trial_end ? [rest.trial_end] : [];
    const cardEnds = rest.default_payment_method?.card ?? undefined;
    return { customer, state: isEnding ? ("ending" as const) : state, startsAt, trialEnd, cardEnds };
  });

const line = z.object({ type: z.string(), period: z.object({ start: instant, end: instant }) });
/** Its own period is the one before; what it is for stands in its line. */
const invoice = z
  .object({
    id: z.string(),
    billing_reason: z.string().nullish(),
    amount_paid: z.number().int(),
    currency: z.string(),
    created: instant,
    charge: charge.nullish(),
    lines: z.object({ data: z.array(line) }),
  })
  .transform(({ id, billing_reason, amount_paid, currency, created: at, charge, lines }) => {
    const period = lines.data.find(({ type }) => type === "subscription")?.period;
    // Without a charge the buyer's credit at Stripe has paid it.
    const fact = charge?.fact ?? { captureId: id, paid: fromStripe(amount_paid, currency), at };
    const renewal = { ...fact, startsAt: period?.start ?? at, endsAt: period?.end ?? at };
    return { id, isRenewal: billing_reason === "subscription_cycle", charge, renewal, paidUntil: period?.end };
  });

/** Subscriptions that Stripe Billing renews. */
export function subscriptionsOf(stripe: Stripe): SubscriptionDriver {
  const renews = (isOn: boolean) => async (reference: string, call: Call & { key: string }) => {
    const body = { cancel_at_period_end: !isOn };
    await stripe(anything, { path: pathOf(reference), body, key: call.key }, call);
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

const fetchSubscription = (stripe: Stripe, reference: string, call: Call) => {
  const query = { expand: ["default_payment_method"] };
  return unlessRefused(stripe(subscription, { path: pathOf(reference), query }, call));
};

async function ask(stripe: Stripe, reference: string, call: Call): Promise<SubscriptionStanding> {
  const query = { subscription: reference, status: "paid", expand: ["data.charge"] };
  const [{ state, startsAt, trialEnd, cardEnds }, newestFirst] = await Promise.all([
    fetchSubscription(stripe, reference, call),
    everyItem(listOf(stripe, invoice, "/v1/invoices", query, call)),
  ]);
  const paid = newestFirst.toReversed();
  const renewals = paid.filter(({ isRenewal }) => isRenewal);
  const reports = renewals.map(({ charge }) => (charge ? takenBack(stripe, charge, call) : []));
  // By what was paid, as Stripe's current period also is one that nobody has paid.
  const ends = [...paid.flatMap(({ paidUntil }) => paidUntil ?? []), ...trialEnd];
  return {
    state,
    paidUntil: ends.length === 0 ? startsAt : Math.max(...ends),
    cardEnds,
    renewals: renewals.map(({ renewal }) => renewal),
    reports: (await Promise.all(reports)).flat(),
  };
}

/** Stripe refuses to end what has ended. */
async function endNow(stripe: Stripe, reference: string, call: Call): Promise<void> {
  const ended = stripe(anything, { method: "DELETE", path: pathOf(reference) }, call);
  await unlessSo(ended, async () => (await fetchSubscription(stripe, reference, call)).state === "ended");
}

async function cardPage(stripe: Stripe, reference: string, call: Call & { returnUrl: string }): Promise<string> {
  const { customer } = await fetchSubscription(stripe, reference, call);
  const body = { customer, return_url: call.returnUrl, flow_data: { type: "payment_method_update" } };
  return (await stripe(z.object({ url: z.url() }), { path: "/v1/billing_portal/sessions", body }, call)).url;
}

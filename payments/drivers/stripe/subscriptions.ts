import { z } from "zod";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { Refused } from "../errors";
import { captureOf, takenBack } from "./ask";
import type { StripeClient } from "./client";
import { fromStripe } from "./currency";
import { anything, type Invoice, invoice, type Subscription, subscription } from "./shapes";

const pathOf = (reference: string): string => `/v1/subscriptions/${reference}`;

/** Subscriptions that Stripe Billing renews. */
export function subscriptionsOf(client: StripeClient): SubscriptionDriver {
  const flag = (cancel_at_period_end: boolean) => async (reference: string, call: Call & { key: string }) => {
    await client.post(anything, pathOf(reference), { cancel_at_period_end }, call, call.key);
  };
  return {
    ask: (reference, call) => ask(client, reference, call),
    cancelAtEnd: flag(true),
    resume: flag(false),
    endNow: (reference, call) => endNow(client, reference, call),
    cardPage: (reference, call) => cardPage(client, reference, call),
  };
}

async function ask(client: StripeClient, reference: string, call: Call): Promise<SubscriptionStanding> {
  const query = { subscription: reference, status: "paid", expand: ["data.charge"] };
  const [found, newestFirst] = await Promise.all([
    client.get(subscription, pathOf(reference), {}, call),
    client.list(invoice, "/v1/invoices", query, call),
  ]);
  const paid = newestFirst.toReversed();
  const renewals = paid.filter(({ billing_reason }) => billing_reason === "subscription_cycle");
  const charges = renewals.flatMap(({ charge }) => charge ?? []);
  const reports = await Promise.all(charges.map((charge) => takenBack(client, charge, call)));
  return {
    state: stateOf(found),
    paidUntil: paidUntil(found, paid) * 1000,
    renewals: renewals.map(renewalOf),
    reports: reports.flat(),
  };
}

const STATES: Readonly<Record<string, "active" | "ended">> = {
  active: "active",
  trialing: "active",
  canceled: "ended",
  incomplete_expired: "ended",
};

/** Unpaid, paused, and words that are not known, give nothing. */
function stateOf({ status, cancel_at, cancel_at_period_end }: Subscription): SubscriptionStanding["state"] {
  const state = STATES[status] ?? "past_due";
  return state === "active" && (cancel_at_period_end || cancel_at) ? "ending" : state;
}

/** By what was paid, as Stripe's current period also is one that nobody has paid. In seconds. */
function paidUntil({ status, trial_end, current_period_start }: Subscription, paid: readonly Invoice[]): number {
  const ends = paid.flatMap((invoice) => periodOf(invoice)?.end ?? []);
  const trial = status === "trialing" && trial_end ? [trial_end] : [];
  return ends.length + trial.length === 0 ? current_period_start : Math.max(...ends, ...trial);
}

/** An invoice's own period is the one before; what it is for stands in its line. */
const periodOf = ({ lines }: Invoice) => lines.data.find(({ type }) => type === "subscription")?.period;

function renewalOf(invoice: Invoice): SubscriptionStanding["renewals"][number] {
  const { amount_paid, charge, created, currency, id } = invoice;
  const period = periodOf(invoice) ?? { start: created, end: created };
  // Without a charge the buyer's credit at Stripe has paid it.
  const credit = { captureId: id, paid: fromStripe(amount_paid, currency), at: created * 1000 };
  return { ...(charge ? captureOf(charge) : credit), startsAt: period.start * 1000, endsAt: period.end * 1000 };
}

/** Stripe refuses to end what has ended: then it is asked. */
async function endNow(client: StripeClient, reference: string, call: Call): Promise<void> {
  try {
    await client.delete(anything, pathOf(reference), call);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status } = await client.get(subscription, pathOf(reference), {}, call);
    if (STATES[status] !== "ended") throw error;
  }
}

async function cardPage(client: StripeClient, reference: string, call: Call & { returnUrl: string }): Promise<string> {
  const { customer } = await client.get(subscription, pathOf(reference), {}, call);
  const form = { customer, return_url: call.returnUrl, flow_data: { type: "payment_method_update" } };
  return (await client.post(z.object({ url: z.url() }), "/v1/billing_portal/sessions", form, call)).url;
}

import { z } from "zod";

/**
 * What is read of Stripe's objects, in the shape of the version that `client.ts` names. Words that may become more are text: an unknown one
 * is never read as success.
 */

const text = z.string();
const seconds = z.number();
const minor = z.number().int();

export const charge = z.object({
  id: text,
  amount_captured: minor,
  amount_refunded: minor,
  currency: text,
  created: seconds,
  captured: z.boolean(),
  paid: z.boolean(),
  disputed: z.boolean(),
});
export type Charge = z.output<typeof charge>;

const paymentIntent = z.object({
  status: text,
  last_payment_error: z.object({ code: text.nullish(), decline_code: text.nullish() }).nullish(),
  latest_charge: charge.nullish(),
});
export type PaymentIntent = z.output<typeof paymentIntent>;

/** What a session is without its parts. */
export const openedSession = z.object({
  id: text,
  client_reference_id: text.nullish(),
  status: text.nullish(),
  url: text.nullish(),
  expires_at: seconds,
});
export type OpenedSession = z.output<typeof openedSession>;

/** With its payment, and with its first invoice where it began a subscription. */
export const session = openedSession.extend({
  created: seconds,
  currency: text.nullish(),
  amount_total: minor.nullish(),
  payment_status: text,
  payment_intent: paymentIntent.nullish(),
  invoice: z.object({ payment_intent: paymentIntent.nullish() }).nullish(),
  subscription: text.nullish(),
});
export type Session = z.output<typeof session>;
/** What `session` has to be asked with. */
export const SESSION_PARTS = ["payment_intent.latest_charge", "invoice.payment_intent.latest_charge"];

export const dispute = z.object({
  id: text,
  charge: text,
  amount: minor,
  currency: text,
  created: seconds,
  reason: text,
  status: text,
  evidence_details: z.object({ due_by: seconds.nullish() }),
});

export const refund = z.object({
  id: text,
  status: text.nullish(),
  charge: text.nullish(),
  amount: minor,
  currency: text,
  created: seconds,
  metadata: z.record(text, text).nullish(),
});

export const subscription = z.object({
  id: text,
  status: text,
  customer: text,
  cancel_at_period_end: z.boolean(),
  cancel_at: seconds.nullish(),
  current_period_start: seconds,
  trial_end: seconds.nullish(),
});
export type Subscription = z.output<typeof subscription>;

export const invoice = z.object({
  id: text,
  billing_reason: text.nullish(),
  amount_paid: minor,
  currency: text,
  created: seconds,
  charge: charge.nullish(),
  lines: z.object({
    data: z.array(z.object({ type: text, period: z.object({ start: seconds, end: seconds }) })),
  }),
});
export type Invoice = z.output<typeof invoice>;

/** Of an answer of which nothing is needed. */
export const anything = z.object({ id: text });

import { z } from "zod";
import { declineOf } from "./declines";

/**
 * What is read of Stripe's objects, in the shape of the version that `api.ts` names. Words that may become more are text: an unknown one
 * is never read as success.
 */

const text = z.string();
const seconds = z.number();
const minor = z.number().int();
const made = { id: text, currency: text, created: seconds };

/** Of an answer of which nothing is needed. */
export const anything = z.object({ id: text });

export const charge = z.object({
  ...made,
  amount_captured: minor,
  amount_refunded: minor,
  captured: z.boolean(),
  paid: z.boolean(),
  disputed: z.boolean(),
});
export type Charge = z.output<typeof charge>;

const declinedError = z.object({ code: text.nullish(), decline_code: text.nullish() });

/** Stripe's own sentence stays out: it may name the buyer or what is left of a key. */
export const refusal = z
  .object({ error: declinedError.extend({ type: text, param: text.nullish() }) })
  .transform(({ error }) => ({
    code: error.code ?? error.type,
    about: error.param,
    bucket: error.type === "card_error" ? declineOf(error) : ("temporary" as const),
  }));

const paymentIntent = z.object({
  status: text,
  last_payment_error: declinedError.nullish(),
  latest_charge: charge.nullish(),
});

const session = z.object({
  id: text,
  client_reference_id: text.nullish(),
  status: text.nullish(),
  url: text.nullish(),
  expires_at: seconds,
});
/** What a session is without its parts. */
export const openedSession = session.transform(({ id, client_reference_id, status, url, expires_at }) => ({
  id,
  attemptId: client_reference_id,
  opened: { reference: id, payAt: status === "open" ? (url ?? undefined) : undefined, expiresAt: expires_at * 1000 },
}));

/** With its payment, and with its first invoice where it began a subscription. */
export const paidSession = session.extend({
  created: seconds,
  currency: text.nullish(),
  amount_total: minor.nullish(),
  payment_status: text,
  payment_intent: paymentIntent.nullish(),
  invoice: z.object({ payment_intent: paymentIntent.nullish() }).nullish(),
  subscription: text.nullish(),
});
/** What `paidSession` has to be asked with. */
export const SESSION_PARTS = ["payment_intent.latest_charge", "invoice.payment_intent.latest_charge"];

export const dispute = z.object({
  ...made,
  charge: text,
  amount: minor,
  reason: text,
  status: text,
  evidence_details: z.object({ due_by: seconds.nullish() }),
});

export const refund = z.object({
  ...made,
  charge: text.nullish(),
  amount: minor,
  status: text.nullish(),
  metadata: z.record(text, text).nullish(),
});

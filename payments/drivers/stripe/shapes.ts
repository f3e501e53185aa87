import { z } from "zod";
import { meanings } from "../meanings";
import { fromStripe } from "./currency";
import { declineOf } from "./declines";

/**
 * What is read of Stripe's objects, in the shape of the version that `api.ts` names. Words that may become more are text: an unknown one
 * is never read as success.
 */

const text = z.string();
const minor = z.number().int();
/** Milliseconds since 1970. */
export const instant = z.number().transform((seconds) => seconds * 1000);
const moved = { id: text, currency: text, amount: minor };

/** Of an answer of which nothing is needed. */
export const anything = z.object({ id: text });

/** A capture's id is that of its charge: refunds, disputes and invoices all name it. */
export const charge = z
  .object({
    id: text,
    currency: text,
    created: instant,
    amount_captured: minor,
    amount_refunded: minor,
    captured: z.boolean(),
    paid: z.boolean(),
    disputed: z.boolean(),
  })
  .transform(({ id, currency, created, amount_captured, amount_refunded, captured, paid, disputed }) => ({
    fact: { captureId: id, paid: fromStripe(amount_captured, currency), at: created },
    isTaken: paid && captured,
    returned: fromStripe(amount_refunded, currency),
    disputed,
  }));
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
  expires_at: instant,
});
/** What a session is without its parts. */
export const openedSession = session.transform(({ id, client_reference_id, status, url, expires_at }) => ({
  id,
  attemptId: client_reference_id,
  opened: { reference: id, payAt: status === "open" ? (url ?? undefined) : undefined, expiresAt: expires_at },
}));

/** With its payment, which is its first invoice's where it began a subscription. */
export const paidSession = session
  .extend({
    created: instant,
    currency: text.nullish(),
    amount_total: minor.nullish(),
    payment_status: text,
    payment_intent: paymentIntent.nullish(),
    invoice: z.object({ payment_intent: paymentIntent.nullish() }).nullish(),
    subscription: text.nullish(),
  })
  .transform((read) => ({ ...read, intent: read.payment_intent ?? read.invoice?.payment_intent }));
/** What `paidSession` has to be asked with. */
export const SESSION_PARTS = ["payment_intent.latest_charge", "invoice.payment_intent.latest_charge"];

/** Every other word is an open one. A warning that was closed, or a charge that was given back in time, costs no more. */
const DISPUTES = meanings({ lost: "lost", won: "won warning_closed charge_refunded prevented" });
/** As long as the merchant is asked; the date stays when they have answered. */
const WANTS_EVIDENCE = ["needs_response", "warning_needs_response"];

export const dispute = z
  .object({
    ...moved,
    charge: text,
    reason: text,
    status: text,
    evidence_details: z.object({ due_by: instant.nullish() }),
  })
  .transform(({ id, charge, amount, currency, reason, status, evidence_details: { due_by } }) => {
    const state = DISPUTES.get(status) ?? ("open" as const);
    const money = fromStripe(amount, currency);
    const evidenceBy = WANTS_EVIDENCE.includes(status) && due_by ? due_by : undefined;
    return { id, captureId: charge, disputeId: id, state, money, reason, evidenceBy };
  });

const REFUNDS = meanings({ done: "succeeded", failed: "failed canceled" });

export const refund = z
  .object({ ...moved, charge: text.nullish(), status: text.nullish(), metadata: z.record(text, text).nullish() })
  .transform(({ id, charge, amount, currency, status, metadata }) => ({
    id,
    captureId: charge ?? "",
    money: fromStripe(amount, currency),
    state: REFUNDS.get(status ?? "") ?? ("pending" as const),
    key: metadata?.key,
  }));

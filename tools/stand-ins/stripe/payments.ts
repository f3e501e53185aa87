import { enter } from "./balance";
import type { Objects } from "./objects";
import { type Charge, type Intent, intent } from "./shapes";

/** What happened, as a webhook tells it. */
export type Ring = (kind: string, object: object) => void;

/** How a try to pay ends. */
export type Outcome = "paid" | "declined" | "challenge" | "challenge_failed" | "pending";

interface Due {
  readonly intent: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly invoice: string | null;
}

const ERRORS: Partial<Record<Outcome, object>> = {
  declined: {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
  },
  challenge_failed: {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    message: "Not authenticated.",
  },
};

const STATUS: Record<Outcome, string> = {
  paid: "succeeded",
  declined: "requires_payment_method",
  challenge: "requires_action",
  challenge_failed: "requires_payment_method",
  pending: "processing",
};

/** One try to pay: a payment intent, made if there is none yet, and its charge, which there also is for a decline. */
export function tryToPay(objects: Objects, ring: Ring, due: Due, outcome: Outcome): Intent {
  const before = due.intent === null ? undefined : objects.get(intent, due.intent);
  const id = before?.id ?? objects.newId("pi");
  const isPaid = outcome === "paid";
  const charge =
    outcome === "challenge" || outcome === "challenge_failed" ? undefined : chargeOf(objects, id, due, outcome);
  const made: Intent = {
    id,
    object: "payment_intent",
    created: before?.created ?? objects.seconds,
    amount: due.amount,
    amount_capturable: 0,
    amount_received: isPaid ? due.amount : 0,
    capture_method: "automatic",
    confirmation_method: "automatic",
    currency: due.currency,
    invoice: due.invoice,
    last_payment_error: ERRORS[outcome] ?? null,
    latest_charge: charge?.id ?? null,
    livemode: false,
    metadata: due.metadata,
    next_action: outcome === "challenge" ? { type: "use_stripe_sdk" } : null,
    payment_method_types: ["card"],
    status: STATUS[outcome],
  };
  objects.put(made);
  if (charge !== undefined) objects.put(charge, id);
  if (isPaid && charge !== undefined)
    enter(objects, { ...due, type: "charge", reporting_category: "charge", source: charge.id });
  if (isPaid) ring("charge.succeeded", { ...charge });
  if (isPaid) ring("payment_intent.succeeded", made);
  if (ERRORS[outcome] !== undefined) ring("payment_intent.payment_failed", made);
  return made;
}

function chargeOf(objects: Objects, payment_intent: string, due: Due, outcome: Outcome): Charge {
  const isPaid = outcome === "paid";
  return {
    id: objects.newId(outcome === "pending" ? "py" : "ch"),
    object: "charge",
    created: objects.seconds,
    amount: due.amount,
    amount_captured: isPaid ? due.amount : 0,
    amount_refunded: 0,
    billing_details: { address: null, email: null, name: null, phone: null },
    captured: isPaid,
    currency: due.currency,
    disputed: false,
    invoice: due.invoice,
    livemode: false,
    metadata: due.metadata,
    paid: isPaid,
    payment_intent,
    refunded: false,
    status: isPaid ? "succeeded" : outcome === "pending" ? "pending" : "failed",
  };
}

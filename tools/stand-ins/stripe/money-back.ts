import { z } from "zod";
import type { DisputeState } from "../acts";
import { enter } from "./balance";
import { type Objects, StripeError, type StripeObject } from "./objects";
import type { Ring } from "./payments";
import { anyObject, type Charge, charge } from "./shapes";

export const refundParams = z.strictObject({
  charge: z.string(),
  amount: z.coerce.number().int().positive().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** @throws StripeError */
export function refund(objects: Objects, ring: Ring, params: z.output<typeof refundParams>): StripeObject {
  const taken = objects.get(charge, params.charge);
  const left = taken.amount_captured - taken.amount_refunded;
  const amount = params.amount ?? left;
  if (left === 0) throw new StripeError(400, "invalid_request_error", "charge_already_refunded");
  if (amount > left) throw new StripeError(400, "invalid_request_error", undefined, "amount");
  const amount_refunded = taken.amount_refunded + amount;
  const after = { ...taken, amount_refunded, refunded: amount_refunded === taken.amount_captured };
  objects.put(after);
  const made = {
    id: objects.newId("re"),
    object: "refund",
    created: objects.seconds,
    amount,
    charge: taken.id,
    currency: taken.currency,
    metadata: params.metadata,
    payment_intent: taken.payment_intent,
    reason: null,
    status: "succeeded",
  };
  objects.put(made, taken.id);
  enter(objects, { ...made, amount: -amount, type: "refund", reporting_category: "refund", source: made.id });
  ring("charge.refunded", after);
  ring("refund.created", made);
  return made;
}

const EVENTS = { open: "created", answered: "updated", won: "closed", lost: "closed" } as const;
const STATUSES = { open: "needs_response", answered: "under_review", won: "won", lost: "lost" } as const;

/** A dispute of all of it begins, is answered, or ends. */
export function dispute(objects: Objects, ring: Ring, taken: Charge, state: DisputeState): void {
  const [before] = objects.list("dispute", { owner: taken.id });
  const made = {
    id: before?.id ?? objects.newId("dp"),
    object: "dispute",
    created: before?.created ?? objects.seconds,
    amount: taken.amount,
    balance_transactions: [],
    charge: taken.id,
    currency: taken.currency,
    evidence: {},
    evidence_details: {
      due_by: objects.seconds + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: taken.payment_intent,
    reason: "fraudulent",
    status: STATUSES[state],
  };
  objects.put(made, taken.id);
  objects.put({ ...objects.get(anyObject, taken.id), disputed: true });
  const entry = { ...made, type: "adjustment", source: made.id };
  if (before === undefined) enter(objects, { ...entry, amount: -made.amount, reporting_category: "dispute" });
  if (state === "won") enter(objects, { ...entry, reporting_category: "dispute_reversal" });
  ring(`charge.dispute.${EVENTS[state]}`, made);
}

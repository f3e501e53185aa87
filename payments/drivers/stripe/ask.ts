import type { Call, DriverReport, PaymentStanding } from "../driver";
import type { StripeClient } from "./client";
import { fromStripe } from "./currency";
import { declineOf } from "./declines";
import { SESSIONS } from "./open";
import { type Charge, dispute, type PaymentIntent, SESSION_PARTS, type Session, session } from "./shapes";

/** @throws OutcomeUnknown */
export async function ask(client: StripeClient, reference: string, call: Call): Promise<PaymentStanding> {
  const found = await client.get(session, `${SESSIONS}/${reference}`, { expand: SESSION_PARTS }, call);
  const subscription = found.subscription ?? undefined;
  const charge = takenBy(found);
  if (charge === undefined) return { reports: withoutCharge(found), subscription };
  const captured = { type: "captured", ...captureOf(charge) } as const;
  return { reports: [captured, ...(await takenBack(client, charge, call))], subscription };
}

const intentOf = ({ payment_intent, invoice }: Session): PaymentIntent | undefined =>
  payment_intent ?? invoice?.payment_intent ?? undefined;

/** The session may be complete before the money has come. */
function takenBy(session: Session): Charge | undefined {
  const charge = intentOf(session)?.latest_charge;
  return session.payment_status === "paid" && charge?.paid && charge.captured ? charge : undefined;
}

/** A capture's id is that of its charge: refunds, disputes and invoices all name it. */
export const captureOf = (charge: Charge) => ({
  captureId: charge.id,
  paid: fromStripe(charge.amount_captured, charge.currency),
  at: charge.created * 1000,
});

/** Of words that are not known here nothing is concluded but that it goes on. */
function withoutCharge(session: Session): DriverReport[] {
  if (session.status === "open") return [];
  if (session.status === "expired") return [declined(session) ?? { type: "abandoned" }];
  if (session.status !== "complete") return [{ type: "processing" }];
  if (session.amount_total === 0 && session.payment_status !== "unpaid") return [nothingTaken(session)];
  const intent = intentOf(session);
  if (intent?.status === "requires_action") return [{ type: "action_required" }];
  if (intent?.status === "canceled") return [declined(session) ?? { type: "abandoned" }];
  return [(intent?.status === "requires_payment_method" && declined(session)) || { type: "processing" }];
}

function declined(session: Session): DriverReport | undefined {
  const error = intentOf(session)?.last_payment_error;
  return error ? { type: "declined", bucket: declineOf(error) } : undefined;
}

/** A free trial has begun: there is no charge, so the session's id stands for it. */
const nothingTaken = ({ id, created, currency }: Session): DriverReport => ({
  type: "captured",
  captureId: id,
  paid: fromStripe(0, currency ?? "usd"),
  at: created * 1000,
});

/** Refunds, and disputes, of a charge. */
export async function takenBack(client: StripeClient, charge: Charge, call: Call): Promise<TakenBack[]> {
  const captureId = charge.id;
  const total = fromStripe(charge.amount_refunded, charge.currency);
  const refunded: TakenBack[] = charge.amount_refunded > 0 ? [{ type: "given_back", captureId, total }] : [];
  if (!charge.disputed) return refunded;
  const disputes = await client.list(dispute, "/v1/disputes", { charge: captureId }, call);
  return [...refunded, ...disputes.toReversed().map(disputedBy)];
}
type TakenBack = Extract<DriverReport, { type: "given_back" | "disputed" }>;

function disputedBy({ id, charge, amount, currency, reason, status, evidence_details }: DisputeObject): TakenBack {
  const { due_by } = evidence_details;
  return {
    type: "disputed",
    captureId: charge,
    disputeId: id,
    state: DISPUTE_STATES[status] ?? "open",
    money: fromStripe(amount, currency),
    reason,
    evidenceBy: due_by ? due_by * 1000 : undefined,
  };
}
type DisputeObject = ReturnType<typeof dispute.parse>;

/** Every other word is an open one. A warning that was closed, or a charge that was given back in time, costs no more. */
const DISPUTE_STATES: Readonly<Record<string, "won" | "lost">> = {
  won: "won",
  lost: "lost",
  warning_closed: "won",
  charge_refunded: "won",
  prevented: "won",
};

import type { z } from "zod";
import type { Call, DriverReport, PaymentStanding, TakenBack } from "../driver";
import { unlessRefused } from "../errors";
import { everyItem } from "../pages";
import { pageReader, type Stripe } from "./api";
import { fromStripe } from "./currency";
import { declineOf } from "./declines";
import { SESSIONS } from "./open";
import { type Charge, dispute, paidSession, SESSION_PARTS } from "./shapes";

/** @throws OutcomeUnknown */
export async function ask(stripe: Stripe, reference: string, call: Call): Promise<PaymentStanding> {
  const request = { path: `${SESSIONS}/${reference}`, query: { expand: SESSION_PARTS } };
  const found = await unlessRefused(stripe(paidSession, request, call));
  const intent = found.payment_intent ?? found.invoice?.payment_intent;
  const charge = intent?.latest_charge;
  // The session may be complete before the money has come.
  const isTaken = found.payment_status === "paid" && charge?.paid && charge.captured;
  const reports = isTaken
    ? [{ type: "captured", ...captureOf(charge) } as const, ...(await takenBack(stripe, charge, call))]
    : [withoutCharge(found, intent) ?? []].flat();
  return { reports, subscription: found.subscription ?? undefined };
}

/** A capture's id is that of its charge: refunds, disputes and invoices all name it. */
export const captureOf = ({ id, amount_captured, currency, created }: Charge) => ({
  captureId: id,
  paid: fromStripe(amount_captured, currency),
  at: created * 1000,
});

type Session = z.output<typeof paidSession>;

/** Of words that are not known here nothing is concluded but that it goes on. */
function withoutCharge(found: Session, intent: Session["payment_intent"]): DriverReport | undefined {
  const { id, status, payment_status, amount_total, currency, created } = found;
  const error = intent?.last_payment_error;
  const declined = error && ({ type: "declined", bucket: declineOf(error) } as const);
  if (status === "open") return undefined;
  if (status === "expired") return declined ?? { type: "abandoned" };
  if (status !== "complete") return { type: "processing" };
  // A free trial has begun: there is no charge, so the session's id stands for it.
  if (amount_total === 0 && payment_status !== "unpaid")
    return { type: "captured", captureId: id, paid: fromStripe(0, currency ?? "usd"), at: created * 1000 };
  if (intent?.status === "requires_action") return { type: "action_required" };
  if (intent?.status === "canceled") return declined ?? { type: "abandoned" };
  return (intent?.status === "requires_payment_method" && declined) || { type: "processing" };
}

/** Refunds, and disputes, of a charge. */
export async function takenBack(stripe: Stripe, charge: Charge, call: Call): Promise<TakenBack[]> {
  const { id: captureId, amount_refunded, currency, disputed } = charge;
  const list = { path: "/v1/disputes", query: { charge: captureId } };
  const disputes = disputed
    ? (await everyItem(pageReader(stripe, dispute, list, call))).toReversed().map(disputedBy)
    : [];
  const total = fromStripe(amount_refunded, currency);
  return amount_refunded === 0 ? disputes : [{ type: "given_back", captureId, total }, ...disputes];
}

/** Every other word is an open one. A warning that was closed, or a charge that was given back in time, costs no more. */
const DISPUTES_OVER = new Map<string, "won" | "lost">([
  ["lost", "lost"],
  ...["won", "warning_closed", "charge_refunded", "prevented"].map((word) => [word, "won"] as const),
]);

/** As long as the merchant is asked; the date stays when they have answered. */
const WANTS_EVIDENCE = ["needs_response", "warning_needs_response"];

const disputedBy = ({
  id,
  charge,
  status,
  reason,
  evidence_details: { due_by },
  ...found
}: z.output<typeof dispute>): TakenBack => ({
  type: "disputed",
  captureId: charge,
  disputeId: id,
  state: DISPUTES_OVER.get(status) ?? "open",
  money: fromStripe(found.amount, found.currency),
  reason,
  evidenceBy: WANTS_EVIDENCE.includes(status) && due_by ? due_by * 1000 : undefined,
});

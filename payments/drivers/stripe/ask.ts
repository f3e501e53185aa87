import type { z } from "zod";
import type { Call, DriverReport, PaymentStanding } from "../driver";
import { unlessRefused } from "../errors";
import { pathIn } from "../provider-api";
import type { Stripe } from "./api";
import { fromStripe } from "./currency";
import { declineOf } from "./declines";
import { SESSIONS } from "./open";
import { takenBack } from "./refunds";
import { paidSession, SESSION_PARTS } from "./shapes";

/** @throws OutcomeUnknown */
export async function ask(stripe: Stripe, reference: string, call: Call): Promise<PaymentStanding> {
  const request = { path: pathIn(SESSIONS, reference), query: { expand: SESSION_PARTS } };
  const found = await unlessRefused(stripe(paidSession, request, call));
  const charge = found.intent?.latest_charge;
  // The session may be complete before the money has come.
  const isTaken = found.payment_status === "paid" && charge?.isTaken;
  const reports = isTaken
    ? [{ type: "captured", ...charge.fact } as const, ...(await takenBack(stripe, charge, call))]
    : [withoutCharge(found) ?? []].flat();
  return { reports, subscription: found.subscription ?? undefined };
}

/** Of words that are not known here nothing is concluded but that it goes on. */
function withoutCharge(found: z.output<typeof paidSession>): DriverReport | undefined {
  const { id, status, payment_status, amount_total, currency, created, intent } = found;
  const error = intent?.last_payment_error;
  const declined = error && ({ type: "declined", bucket: declineOf(error) } as const);
  if (status === "open") return undefined;
  if (status === "expired") return declined ?? { type: "abandoned" };
  if (status !== "complete") return { type: "processing" };
  // A free trial has begun: there is no charge, so the session's id stands for it.
  if (amount_total === 0 && payment_status !== "unpaid")
    return { type: "captured", captureId: id, paid: fromStripe(0, currency ?? "usd"), at: created };
  if (intent?.status === "requires_action") return { type: "action_required" };
  if (intent?.status === "canceled") return declined ?? { type: "abandoned" };
  return (intent?.status === "requires_payment_method" && declined) || { type: "processing" };
}

import { z } from "zod";
import type { Objects } from "./objects";
import { type Outcome, type Ring, tryToPay } from "./payments";
import { intent, type Session, session } from "./shapes";
import { begin, settleFirst } from "./subscriptions";

/** A session whose time is over has expired. */
export function sessionNow(objects: Objects, ring: Ring, id: string): Session {
  const found = objects.get(session, id);
  return found.status === "open" && objects.seconds >= found.expires_at ? expire(objects, ring, found) : found;
}

export function expire(objects: Objects, ring: Ring, open: Session): Session {
  const expired = { ...open, status: "expired", url: null };
  objects.put(expired);
  ring("checkout.session.expired", shown(expired));
  return expired;
}

const BUTTONS = {
  pay: "Pay",
  decline: "Be declined",
  challenge: "Pay with a 3-D Secure challenge",
  pending: "Pay with money that comes later",
  cancel: "Cancel",
};
const CHALLENGE = { challenge_pass: "Approve at the bank", challenge_fail: "Fail at the bank" };

/** What the buyer may do now. */
export function buttonsOf(objects: Objects, { status, payment_intent }: Session): Readonly<Record<string, string>> {
  if (status !== "open") return {};
  const state = payment_intent === null ? undefined : objects.get(intent, payment_intent).status;
  return state === "requires_action" ? CHALLENGE : BUTTONS;
}

export const buyersChoice = z.object({
  outcome: z.enum(["pay", "decline", "challenge", "challenge_pass", "challenge_fail", "pending", "cancel"]),
});
type Choice = z.output<typeof buyersChoice>["outcome"];

const OUTCOMES: Record<Exclude<Choice, "cancel">, Outcome> = {
  pay: "paid",
  decline: "declined",
  challenge: "challenge",
  challenge_pass: "paid",
  challenge_fail: "challenge_failed",
  pending: "pending",
};

/** @returns where the buyer goes; undefined: they stay at the page */
export function choose(objects: Objects, ring: Ring, open: Session, choice: Choice): string | undefined {
  if (open.status !== "open") return undefined;
  if (choice === "cancel") return open.cancel_url;
  const outcome = OUTCOMES[choice];
  const isOver = outcome === "paid" || outcome === "pending";
  const tried =
    open.mode === "subscription" && isOver ? begin(objects, ring, open, outcome) : single(objects, ring, open, outcome);
  if (!isOver) {
    objects.put({ ...open, ...tried });
    return undefined;
  }
  const isFree = open.amount_total === 0;
  const payment_status = isFree ? "no_payment_required" : outcome === "paid" ? "paid" : "unpaid";
  const complete = { ...open, ...tried, payment_status, status: "complete", url: null };
  objects.put(complete);
  ring("checkout.session.completed", shown(complete));
  return open.success_url.replace("{CHECKOUT_SESSION_ID}", open.id);
}

/** Of a subscription's session Stripe shows no payment before it is complete. */
function single(objects: Objects, ring: Ring, open: Session, outcome: Outcome) {
  const { amount_total: amount, currency, _metadata: metadata } = open;
  const due = { intent: open.payment_intent, amount, currency, metadata, invoice: null };
  return { payment_intent: tryToPay(objects, ring, due, outcome).id };
}

/** The money of a pending payment has come, or not. */
export function settle(objects: Objects, ring: Ring, pending: Session, isPaid: boolean): void {
  const paid = { ...pending, payment_status: isPaid ? "paid" : "unpaid" };
  const { amount_total: amount, currency, _metadata: metadata } = pending;
  const invoice = z.string().nullable().parse(pending.invoice);
  const firstIntent = invoice === null ? pending.payment_intent : objects.get(withIntent, invoice).payment_intent;
  const due = { intent: firstIntent, amount, currency, metadata, invoice };
  const { latest_charge } = tryToPay(objects, ring, due, isPaid ? "paid" : "declined");
  if (invoice !== null) objects.put({ ...objects.get(withIntent, invoice), charge: latest_charge });
  settleFirst(objects, ring, paid, isPaid);
  objects.put(paid);
  ring(`checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`, shown(paid));
}

const withIntent = z.looseObject({
  id: z.string(),
  object: z.string(),
  created: z.number(),
  payment_intent: z.string().nullable(),
});

/** Without what Stripe does not show. */
export const shown = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !name.startsWith("_")));

import type { Call, OpenedPayment, Opening } from "../driver";
import { OutcomeUnknown, Refused } from "../errors";
import type { StripeClient } from "./client";
import { beginningOf, couponForm, sessionForm } from "./session-form";
import { anything, type OpenedSession, openedSession } from "./shapes";

export const SESSIONS = "/v1/checkout/sessions";
const DAY_SECONDS = 86_400;

/** @throws OutcomeUnknown | Refused */
export async function open(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  return openedBy(await create(client, opening, suffix, call));
}

/**
 * What an attempt's call has made. Two ways, for two times:
 *
 * Until the page's time is over the same call is made again, with the same key. If Stripe has had it, the answer is the same session; if
 * not, this makes the attempt's only one; if the first call is still on its way, one of them waits. So a repeat never makes a second session.
 * Stripe knows the key for at least 24 hours from its first use, and a page's time is over within 24 hours of its attempt: as long as the
 * call is repeated, the key is known. (A list would not do here: it does not show what is still being made.)
 *
 * Later, and wherever the repeat says nothing (Stripe also repeats an answer of 500, and refuses a form that differs), the list is read:
 * what it shows was made. That it shows nothing proves something only when the page's time is over.
 */
export async function find(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  if (call.now() >= opening.expiresAt) return listed(client, opening, call);
  try {
    const { id } = await create(client, opening, suffix, call);
    // The repeated answer is the old one: the session may be paid by now.
    return openedBy(await client.get(openedSession, `${SESSIONS}/${id}`, {}, call));
  } catch (error) {
    const found = await listed(client, opening, call);
    if (found !== undefined) return found;
    throw error instanceof Refused ? new OutcomeUnknown(error.message, { cause: error }) : error;
  }
}

async function create(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  const form = sessionForm(opening, suffix, call.now());
  if (beginningOf(opening) === "coupon") await makeCoupon(client, opening, call);
  return client.post(openedSession, SESSIONS, form, call, `open-${opening.attemptId}`);
}

async function makeCoupon(client: StripeClient, opening: Opening, call: Call): Promise<void> {
  try {
    await client.post(anything, "/v1/coupons", couponForm(opening), call, `coupon-${opening.attemptId}`);
  } catch (error) {
    if (!(error instanceof Refused && error.code === "resource_already_exists")) throw error;
  }
}

/** Read from a day before the page's end on: no page lives longer. */
async function listed(client: StripeClient, opening: Opening, call: Call): Promise<OpenedPayment | undefined> {
  const end = Math.floor(opening.expiresAt / 1000);
  const created = { gte: end - DAY_SECONDS, lte: end };
  const sessions = await client.list(openedSession, SESSIONS, { created }, call);
  const found = sessions.find(({ client_reference_id }) => client_reference_id === opening.attemptId);
  return found && openedBy(found);
}

const openedBy = ({ id, status, url, expires_at }: OpenedSession): OpenedPayment => ({
  reference: id,
  payAt: status === "open" ? (url ?? undefined) : undefined,
  expiresAt: expires_at * 1000,
});

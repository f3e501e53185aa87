import type { Call, OpenedPayment, Opening } from "../driver";
import { Refused } from "../errors";
import type { StripeClient } from "./client";
import { beginningOf, couponForm, sessionForm } from "./session-form";
import { anything, type OpenedSession, openedSession } from "./shapes";

export const SESSIONS = "/v1/checkout/sessions";
const DAY = 86_400_000;
/** Stripe forgets a key after a day at the earliest. */
const REPEATED_FOR = DAY - 3_600_000;
/** Stripe's may be behind ours. */
const CLOCKS = 600_000;

/** @throws OutcomeUnknown | Refused */
export async function open(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  return openedBy(await create(client, opening, suffix, call));
}

/**
 * What an attempt's call has made. Two ways, for two times:
 *
 * In the attempt's first day the same call is made again, with the same key. If Stripe has had it, the answer is the same session; if not,
 * this makes the attempt's only one; if the first call is still on its way, one of the two waits. So a repeat never makes a second session:
 * Stripe knows a key for at least 24 hours, and makes no session whose end is less than 30 minutes away, which after the first day is so for
 * every call of the attempt. (A list would not do here: it does not show what is still being made.)
 *
 * Later, and wherever the repeat says nothing (Stripe also repeats an answer of 500), the list is read: what it shows was made. That it shows
 * nothing proves that nothing was made once the day is over, or the repeat is refused.
 */
export async function find(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  if (call.now() >= opening.madeAt + REPEATED_FOR) return listed(client, opening, call);
  try {
    const { id } = await create(client, opening, suffix, call);
    // The repeated answer is the old one: the session may be paid by now.
    return openedBy(await client.get(openedSession, `${SESSIONS}/${id}`, {}, call));
  } catch (error) {
    const found = await listed(client, opening, call);
    if (found !== undefined || error instanceof Refused) return found;
    throw error;
  }
}

async function create(client: StripeClient, opening: Opening, suffix: string | undefined, call: Call) {
  const form = sessionForm(opening, suffix);
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

/** Of the attempt's first day: no session was made later. */
async function listed(client: StripeClient, opening: Opening, call: Call): Promise<OpenedPayment | undefined> {
  const [gte, lte] = [opening.madeAt - CLOCKS, opening.madeAt + DAY].map((time) => Math.floor(time / 1000));
  const sessions = await client.list(openedSession, SESSIONS, { created: { gte, lte } }, call);
  const found = sessions.find(({ client_reference_id }) => client_reference_id === opening.attemptId);
  return found && openedBy(found);
}

const openedBy = ({ id, status, url, expires_at }: OpenedSession): OpenedPayment => ({
  reference: id,
  payAt: status === "open" ? (url ?? undefined) : undefined,
  expiresAt: expires_at * 1000,
});

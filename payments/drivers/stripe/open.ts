import { type Call, isKeyKnown, type OpenedPayment, type Opening } from "../driver";
import { orUndefined, Refused, unlessRefused } from "../errors";
import { everyItem } from "../pages";
import { pathIn } from "../provider-api";
import { listOf, type Stripe } from "./api";
import { couponForm, sessionForm } from "./session-form";
import { anything, openedSession } from "./shapes";

export const SESSIONS = "/v1/checkout/sessions";
const DAY = 86_400_000;
/** Stripe forgets a key after that at the earliest. */
const KEY_HOURS = 24;
/** Stripe's may be behind ours. */
const CLOCKS = 600_000;

/**
 * A coupon's id is made of the attempt's, so that making it twice makes one.
 * @param suffix what statements say after the account's own name @throws OutcomeUnknown | Refused
 */
export async function open(stripe: Stripe, opening: Opening, suffix: string | undefined, call: Call) {
  const body = sessionForm(opening, suffix);
  const coupon = couponForm(opening);
  const made = { path: "/v1/coupons", body: coupon, key: `coupon-${opening.attemptId}` };
  if (coupon !== undefined) await orUndefined(stripe(anything, made, call), "resource_already_exists");
  return (await stripe(openedSession, { path: SESSIONS, body, key: `open-${opening.attemptId}` }, call)).opened;
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
export async function find(stripe: Stripe, opening: Opening, suffix: string | undefined, call: Call) {
  if (!isKeyKnown(opening, KEY_HOURS, call.now())) return listed(stripe, opening, call);
  try {
    const { reference } = await open(stripe, opening, suffix, call);
    // The repeated answer is the old one: the session may be paid by now.
    return (await unlessRefused(stripe(openedSession, { path: pathIn(SESSIONS, reference) }, call))).opened;
  } catch (error) {
    const found = await listed(stripe, opening, call);
    if (found !== undefined || error instanceof Refused) return found;
    throw error;
  }
}

/** Of the attempt's first day: no session was made later. */
async function listed(stripe: Stripe, opening: Opening, call: Call): Promise<OpenedPayment | undefined> {
  const [gte, lte] = [opening.madeAt - CLOCKS, opening.madeAt + DAY].map((time) => Math.floor(time / 1000));
  const sessions = await everyItem(listOf(stripe, openedSession, SESSIONS, { created: { gte, lte } }, call));
  return sessions.find(({ attemptId }) => attemptId === opening.attemptId)?.opened;
}

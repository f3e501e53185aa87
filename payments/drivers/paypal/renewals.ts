import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { OutcomeUnknown } from "../errors";
import { type PayPal, unlessRefused } from "./api";
import { isPaid } from "./captures";
import { disputesAbout } from "./disputes";
import { changeStatus, fetchSubscription, fetchTransactions, type Subscription } from "./subscription-api";
import { givenBack } from "./subscriptions";

/** PayPal shows the reason of a change as its note: by it a pause of ours is known from one after failed payments. */
const AT_END = "Cancelled at the end of the paid time";
const AT_ONCE = "Ended at once";

/**
 * PayPal cancels at once and for good. So a renewal is cancelled by a suspension, during which nothing is charged and which can be lifted;
 * whoever asks after the paid time cancels it. If nobody asks, it stays suspended and takes nothing.
 */
export function renewalsBy(paypal: PayPal): SubscriptionDriver {
  return {
    ask: (reference, call) => unlessRefused(standing(paypal, reference, call)),
    cancelAtEnd: (reference, call) => changeStatus(paypal, reference, "suspend", AT_END, call),
    resume: (reference, call) => changeStatus(paypal, reference, "activate", "Renewal resumed", call),
    endNow: (reference, call) => changeStatus(paypal, reference, "cancel", AT_ONCE, call),
  };
}

async function standing(paypal: PayPal, reference: string, call: Call): Promise<SubscriptionStanding> {
  const found = await fetchSubscription(paypal, reference, call);
  if (found === undefined) throw new OutcomeUnknown(`PayPal knows no subscription ${reference}`);
  const made = (await fetchTransactions(paypal, found, call)).filter(({ status }) => isPaid(status));
  const later = made.slice(found.isFree ? 0 : 1).map(({ id, amount, time, status }) => ({
    fact: { captureId: id, paid: amount, at: time, startsAt: time, endsAt: endOf(time, found.period) },
    status,
  }));
  const renewals = later.map(({ fact }) => fact);
  const paidUntil = paidTime(found, renewals.at(-1)?.endsAt ?? endOf(found.start_time, found.firstPeriod));
  const disputed = await Promise.all(renewals.slice(-3).map((fact) => disputesAbout(paypal, fact, call)));
  const reports = [...later.flatMap(({ fact, status }) => givenBack(status, fact)), ...disputed.flat()];
  return { state: await stateOf(paypal, found, paidUntil, call), paidUntil, renewals, reports };
}

/** PayPal's own next day, which may be some hours later; not while a payment fails, as then that day's period is not paid. */
const paidTime = ({ status, failures, nextPayment = 0 }: Subscription, end: number): number =>
  status === "ACTIVE" && failures === 0 ? Math.max(end, nextPayment) : end;

async function stateOf(paypal: PayPal, found: Subscription, paidUntil: number, call: Call) {
  const { id, status, status_change_note: note, failures } = found;
  const isOver = call.now() >= paidUntil;
  if (status === "ACTIVE") return failures > 0 ? "past_due" : "active";
  if (status === "SUSPENDED" && note !== AT_END) return "past_due";
  if (status === "SUSPENDED" && isOver) await changeStatus(paypal, id, "cancel", AT_END, call);
  // A buyer who cancels on PayPal's site keeps what is paid.
  return isOver || note === AT_ONCE ? "ended" : "ending";
}

/** The same day of a later month, or that month's last. */
function endOf(from: number, { interval, interval_count: count }: PlanPeriod): number {
  if (interval === "day" || interval === "week") return from + count * (interval === "week" ? 7 : 1) * 86_400_000;
  const date = new Date(from);
  const months = date.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const [hours, minutes, seconds] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return Date.UTC(date.getUTCFullYear(), months, Math.min(date.getUTCDate(), last), hours, minutes, seconds);
}

import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call, SubscriptionDriver, SubscriptionStanding } from "../driver";
import { OutcomeUnknown, unlessRefused } from "../errors";
import type { PayPal } from "./api";
import { disputesAbout, isPaid, takenReports } from "./payments";
import { change, fetchPayments, fetchSubscription, type Subscription } from "./subscription";

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
    cancelAtEnd: (reference, call) => change(paypal, reference, ["suspend", AT_END], call),
    resume: (reference, call) => change(paypal, reference, ["activate", "Renewal resumed"], call),
    endNow: (reference, call) => change(paypal, reference, ["cancel", AT_ONCE], call),
  };
}

/** PayPal's list has no sums of parts that went back: those that were given back by us are known to whoever ordered it. */
async function standing(paypal: PayPal, reference: string, call: Call): Promise<SubscriptionStanding> {
  const found = await fetchSubscription(paypal, reference, call);
  if (found === undefined) throw new OutcomeUnknown(`PayPal knows no subscription ${reference}`);
  const made = (await fetchPayments(paypal, found, call)).filter(isPaid).slice(found.isFree ? 0 : 1);
  const renewals = made.map(({ fact }) => ({
    ...fact,
    startsAt: fact.at,
    endsAt: endOf(fact.at, found.regular.frequency),
  }));
  const paidUntil = paidTime(found, renewals.at(-1)?.endsAt ?? endOf(found.start_time, found.first.frequency));
  const disputed = await Promise.all(renewals.slice(-3).map((fact) => disputesAbout(paypal, fact, call)));
  const back = made.flatMap((payment) => takenReports(payment)).filter((report) => report.type === "given_back");
  const state = await stateOf(paypal, found, paidUntil, call);
  return { state, paidUntil, renewals, reports: [...back, ...disputed.flat()] };
}

/** PayPal's own next day, which may be some hours later; not while a payment fails, as then that day's period is not paid. */
function paidTime(
  { status, billing_info: { failed_payments_count, next_billing_time = 0 } }: Subscription,
  end: number,
) {
  return status === "ACTIVE" && failed_payments_count === 0 ? Math.max(end, next_billing_time) : end;
}

async function stateOf(paypal: PayPal, found: Subscription, paidUntil: number, call: Call) {
  const { id, status, status_change_note: note, billing_info } = found;
  const isOver = call.now() >= paidUntil;
  if (status === "ACTIVE") return billing_info.failed_payments_count > 0 ? "past_due" : "active";
  if (status === "SUSPENDED" && note !== AT_END) return "past_due";
  if (status === "SUSPENDED" && isOver) await change(paypal, id, ["cancel", AT_END], call);
  // A buyer who cancels on PayPal's site keeps what is paid.
  return isOver || note === AT_ONCE ? "ended" : "ending";
}

/** The same day of a later month, or that month's last. */
const endOf = (from: number, { interval, interval_count: count }: PlanPeriod): number =>
  add(new UTCDate(from), { [`${interval}s`]: count }).getTime();

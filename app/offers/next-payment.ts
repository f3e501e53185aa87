import type { Offer } from "./offer";
import { dayAfter, type Period } from "./period";

/** What follows the time that is paid for today. */
export type NextPayment =
  | { kind: "renews" | "renewsAfterTrial"; on: Date; amount: number; period: Period }
  /** Nothing is paid today, so nothing is kept to pay with later: the plan ends by itself. */
  | { kind: "ends"; on: Date };

export function nextPayment(offer: Offer, today: Date): NextPayment {
  const on = dayAfter(today, offer.trial?.period ?? offer.period);
  if (offer.dueToday === 0) return { kind: "ends", on };
  const kind = offer.trial === undefined ? "renews" : "renewsAfterTrial";
  return { kind, on, amount: offer.renewal, period: offer.period };
}

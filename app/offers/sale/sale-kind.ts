import type { Money } from "~/i18n/money";
import { type Offer, priceOf } from "~/offers/offer";
import type { Period } from "~/offers/period";
import { addPeriod } from "~/upstream/contract/deadlines";

/**
 * How an offer is sold. `once`: nothing renews; `trial`: it becomes a paid subscription; `freeTrial`: it costs nothing, asks
 * for no way to pay and ends by itself.
 */
export const SALE_KINDS = ["once", "subscription", "trial", "freeTrial"] as const;
export type SaleKind = (typeof SALE_KINDS)[number];

export function saleKind(offer: Offer): SaleKind {
  const { trial, renews } = offer;
  if (trial?.price === 0 && trial.isWithoutMethod) return "freeTrial";
  if (!renews || isGivenAway(offer)) return "once";
  return trial === undefined ? "subscription" : "trial";
}

/** Nothing is due because of a coupon, so there is no way to charge later; or nothing ever is. */
const isGivenAway = ({ dueToday, renewal, coupon }: Offer): boolean =>
  dueToday === 0 && (renewal === 0 || (coupon !== undefined && coupon.off > 0));

const isRenewing = (kind: SaleKind): boolean => kind === "subscription" || kind === "trial";

/**
 * When the buyer is charged first. `later`: nothing is due today, but a provider is asked for a way to pay; `never`: no
 * provider is asked for anything.
 */
export type FirstCharge = "today" | "later" | "never";

export function firstCharge(offer: Offer): FirstCharge {
  if (offer.dueToday > 0) return "today";
  return isRenewing(saleKind(offer)) ? "later" : "never";
}

/** The time that begins today: the trial's where there is one. */
export const firstPeriod = ({ trial, period }: Offer): Period => trial?.period ?? period;

/** What follows the time that begins today, and on which day: nothing is charged before it, and what ends lasts to its end. */
type NextPayment = { kind: "renews"; on: string; amount: number; period: Period } | { kind: "ends"; on: string };

/** @param today the latest day that it is where the buyer may be; see upstream/contract/deadlines.ts */
export function nextPayment(offer: Offer, today: string): NextPayment {
  const { unit, count } = firstPeriod(offer);
  const on = addPeriod(today, { interval: unit, interval_count: count });
  return isRenewing(saleKind(offer))
    ? { kind: "renews", on, amount: offer.renewal, period: offer.period }
    : { kind: "ends", on };
}

/** All that a buyer agrees to: how it is sold, for how long, at what price today, and what follows. */
export interface AgreedSale {
  kind: SaleKind;
  /** The time that begins today. */
  length: Period;
  today: Money;
  next: NextPayment;
}

export const agreedSale = (offer: Offer, today: string): AgreedSale => ({
  kind: saleKind(offer),
  length: firstPeriod(offer),
  today: priceOf(offer),
  next: nextPayment(offer, today),
});

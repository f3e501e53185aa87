import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";
import { baseAmounts, canLocalise, type LocalPrice, localAmounts, type PlanAmounts } from "./localised-price";
import type { Period } from "./period";

/** A plan at a price in the buyer's currency: what a visitor chooses from. */
export interface Offer {
  readonly planId: string;
  readonly productId: string;
  readonly period: Period;
  readonly amounts: PlanAmounts;
  readonly trial: { readonly price: number; readonly period: Period } | undefined;
  /** What is paid today: the trial where there is one, else the period; less the coupon. */
  readonly dueToday: number;
  /** The coupon that is in `dueToday`, and how much it takes off. */
  readonly coupon: { readonly id: string; readonly off: number } | undefined;
  /** What every further period costs. */
  readonly renewal: number;
  /** False where no local price was to be had and the plan's own price stands. */
  readonly isLocal: boolean;
}

export function makeOffer(plan: Plan, local: LocalPrice | undefined): Offer {
  const isLocal = canLocalise(plan, local);
  const amounts = isLocal ? localAmounts(plan, local) : baseAmounts(plan);
  const trial =
    amounts.trial === undefined || !plan.trial_days
      ? undefined
      : { price: amounts.trial, period: { unit: "day", count: plan.trial_days } as const };
  return {
    planId: plan.id,
    productId: plan.product_id,
    period: { unit: plan.interval, count: plan.interval_count },
    amounts,
    trial,
    dueToday: trial?.price ?? amounts.price,
    coupon: undefined,
    renewal: Big(amounts.price).plus(amounts.deduction).toNumber(),
    isLocal,
  };
}

/** The offer that costs least a month, among those in the currency most offers have; of equals the first. */
export function bestValue(offers: readonly Offer[]): Offer | undefined {
  const currency = commonCurrency(offers);
  return offers
    .filter(({ amounts }) => amounts.currency === currency)
    .reduce<Offer | undefined>(
      (best, offer) => (best === undefined || offer.amounts.perMonth < best.amounts.perMonth ? offer : best),
      undefined,
    );
}

/** Where a plan has no local price it stands in another currency, and 12 of one are no more than 900 of the other. */
function commonCurrency(offers: readonly Offer[]): string | undefined {
  const countOf = (currency: string) => offers.filter(({ amounts }) => amounts.currency === currency).length;
  const currencies = offers.map(({ amounts }) => amounts.currency);
  return currencies.reduce<string | undefined>(
    (most, currency) => (most === undefined || countOf(currency) > countOf(most) ? currency : most),
    undefined,
  );
}

/** The share of the regular price that is saved, as a fraction rounded down to whole percents; 0 where nothing is. */
export function savedShare({ full, price }: PlanAmounts): number {
  return full > price ? Big(full).minus(price).div(full).round(2, Big.roundDown).toNumber() : 0;
}

/** The tax contained in what is due today: the same share as in the local price. Undefined where none is known of. */
export function taxToday({ amounts: { tax, price }, dueToday }: Offer): number | undefined {
  if (tax === undefined || price === 0) return undefined;
  const share = Big(tax).times(dueToday).div(price).round(2, Big.roundHalfUp).toNumber();
  return share > 0 ? share : undefined;
}

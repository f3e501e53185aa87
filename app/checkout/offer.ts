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
  /** What is paid today: the trial where there is one, else the period. */
  readonly dueToday: number;
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
    renewal: Big(amounts.price).plus(amounts.deduction).toNumber(),
    isLocal,
  };
}

/** The offer that costs least a month; of equals the first. */
export function bestValue(offers: readonly Offer[]): Offer | undefined {
  return offers.reduce<Offer | undefined>(
    (best, offer) => (best === undefined || offer.amounts.perMonth < best.amounts.perMonth ? offer : best),
    undefined,
  );
}

/** The share of the regular price that is saved, as a fraction rounded down to whole percents; 0 where nothing is. */
export function savedShare({ full, price }: PlanAmounts): number {
  return full > price ? Big(full).minus(price).div(full).round(2, Big.roundDown).toNumber() : 0;
}

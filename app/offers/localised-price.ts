import Big from "big.js";
import type { LocalPrice } from "~/upstream/catalogue.server";
import type { Plan } from "~/upstream/contract/catalogue";

/**
 * An amount that was computed, as it is paid and shown: half a cent goes up. The one place that rounds prices; how many decimals
 * are shown is said in i18n/money.ts.
 */
export const rounded = ({ amount }: { amount: Big; currency: string }): number =>
  amount.round(2, Big.roundHalfUp).toNumber();

/** The amounts of a plan, all in one currency; major units. */
export interface PlanAmounts {
  readonly currency: string;
  /** The regular price of the period. */
  readonly full: number;
  /** What the period costs today. */
  readonly price: number;
  /** The part of `price` that is tax, where it is known. */
  readonly tax: number | undefined;
  readonly taxName: LocalPrice["taxName"];
  readonly perMonth: number;
  readonly trial: number | undefined;
  /** The credit for a member's current plan; already deducted from `price`. */
  readonly deduction: number;
}

export function baseAmounts(plan: Plan): PlanAmounts {
  return {
    currency: plan.currency,
    full: plan.price_amount,
    price: plan.price_discount_amount,
    tax: undefined,
    taxName: undefined,
    perMonth: plan.price_unit,
    trial: plan.trial_price ?? undefined,
    deduction: plan.price_deduction_amount,
  };
}

/** A ratio needs two amounts above zero: a free plan or an empty answer keeps the base price. */
export const canLocalise = (plan: Plan, local: LocalPrice | undefined): local is LocalPrice =>
  local !== undefined && local.gross > 0 && plan.price_discount_amount > 0;

/**
 * The plan's amounts in the buyer's currency: each is multiplied by the local gross price over the plan's discounted
 * price, in exact decimals, and rounded once at the end.
 */
export function localAmounts(plan: Plan, local: LocalPrice): PlanAmounts {
  const base = baseAmounts(plan);
  const { currency } = local;
  const scaled = (amount: number) =>
    rounded({ amount: Big(amount).times(local.gross).div(plan.price_discount_amount), currency });
  return {
    currency,
    full: scaled(base.full),
    price: rounded({ amount: Big(local.gross), currency }),
    tax: local.tax,
    taxName: local.taxName,
    perMonth: scaled(base.perMonth),
    trial: base.trial === undefined ? undefined : scaled(base.trial),
    deduction: scaled(base.deduction),
  };
}

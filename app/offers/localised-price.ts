import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";

/** What a product costs in the buyer's country, tax included; major units. */
export interface LocalPrice {
  readonly gross: number;
  /** The part of `gross` that is tax, where the payments API tells. */
  readonly tax?: number;
  readonly taxName?: TaxName;
  readonly currency: string;
}

/** What a tax is called on the spot, such as VAT, and its rate in percent. */
interface TaxName {
  readonly name: string;
  readonly rate: number;
}

/** The amounts of a plan, all in one currency; major units. */
export interface PlanAmounts {
  readonly currency: string;
  /** The regular price of the period. */
  readonly full: number;
  /** What the period costs today. */
  readonly price: number;
  /** The part of `price` that is tax, where it is known. */
  readonly tax: number | undefined;
  readonly taxName: TaxName | undefined;
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
 * price, in exact decimals, and rounded half up to 2 decimals once at the end.
 */
export function localAmounts(plan: Plan, local: LocalPrice): PlanAmounts {
  const base = baseAmounts(plan);
  const scaled = (amount: number) =>
    Big(amount).times(local.gross).div(plan.price_discount_amount).round(2, Big.roundHalfUp).toNumber();
  return {
    currency: local.currency,
    full: scaled(base.full),
    price: Big(local.gross).round(2, Big.roundHalfUp).toNumber(),
    tax: local.tax,
    taxName: local.taxName,
    perMonth: scaled(base.perMonth),
    trial: base.trial === undefined ? undefined : scaled(base.trial),
    deduction: scaled(base.deduction),
  };
}

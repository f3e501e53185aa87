import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import { type Driver, takesCurrency } from "../drivers/driver";
import { isWithinYears } from "../drivers/periods";
import type { Money } from "../machine/money";

/** What a plan's period costs in the countries that have prices of their own, tax included. */
export type LocalPrices = ReadonlyMap<
  string,
  {
    currency: string;
    gross: number;
    /** Under the name it has on invoices there; the rate is in percent. Missing: there is none. */
    tax?: { name: string; rate: number } | undefined;
  }
>;

type OptionalField = "price_deduction_amount" | "trial_without_method" | "providers";

/** A plan as it is sent: product ids are numbers, as in the real API; a member's own price has one that is text. */
type SentPlan = Omit<Plan, "product_id" | OptionalField> &
  Partial<Pick<Plan, OptionalField>> & { product_id: number | string };

/** A plan as it is sold to somebody, with its prices in other countries. */
export type SoldPlan = SentPlan & { local: LocalPrices };

type Drivers = ReadonlyMap<string, Pick<Driver, "can">>;

/** With the providers that can take it at its own price, unless all can. */
export function sentPlan({ local, ...plan }: SoldPlan, drivers: Drivers): SentPlan {
  const providers = takersOf(plan, plan.currency, drivers);
  return providers.length === drivers.size ? plan : { ...plan, providers };
}

/** The codes of the providers that can take a plan in a currency; of a trial that nobody is asked to pay for, all. */
export const takersOf = (plan: SentPlan, currency: string, drivers: Drivers): string[] =>
  [...drivers].flatMap(([code, { can }]) =>
    plan.trial_without_method ||
    (takesCurrency(can, currency) && (!isRenewed(plan) || isWithinYears(plan, can.renewYears)))
      ? [code]
      : [],
  );

/** Whether its provider charges further periods. */
export const isRenewed = ({ renews, trial_without_method }: SentPlan): boolean => renews && !trial_without_method;

/** Of these plans the one with a product id, also at a member's own price. */
export function planByProduct(plans: readonly SoldPlan[], productId: string): SoldPlan | undefined {
  const [, product = productId, cents = "0"] = /^(\d+)-(\d{1,9})$/.exec(productId) ?? [];
  const plan = plans.find((one) => String(one.product_id) === product);
  const deduction = Big(cents).div(100).toNumber();
  if (!plan || deduction > plan.price_discount_amount) return undefined;
  return deduction === 0 ? plan : deducted(plan, deduction);
}

/** The plan without its trial: the period is sold at once. */
export function withoutTrial({ trial_price, trial_days, trial_without_method, ...plan }: SoldPlan): SoldPlan {
  return plan;
}

/**
 * The plan's period at the price of a member who changes to it: a product of its own, with the deduction in cents in
 * its id.
 */
export function deducted(sold: SoldPlan, deduction: number): SoldPlan {
  const { currency, currencySymbol } = sold;
  const price = rounded(Big(sold.price_discount_amount).minus(deduction), currency);
  return {
    ...withoutTrial(sold),
    product_id: `${sold.product_id}-${Big(deduction).times(100).toFixed(0)}`,
    price_discount_amount: price,
    price_deduction_amount: deduction,
    money: `${currencySymbol}${price.toFixed(decimalsOf(currency))}`,
  };
}

/** Rounds half up to what the currency has, as everything that is charged. */
export const rounded = (exact: Big, currency: string): number =>
  exact.round(decimalsOf(currency), Big.roundHalfUp).toNumber();

interface LocalPrice {
  currency: string;
  gross: number;
  net: number;
  tax: number;
  tax_name?: string;
  /** In percent. */
  tax_rate?: number;
}

/** Undefined where the country has no prices of its own: then the plan's own price and currency are used. */
export function localPrice(sold: SoldPlan, country: string): LocalPrice | undefined {
  const listed = sold.local.get(country);
  if (!listed) return undefined;
  const { currency, tax } = listed;
  const gross = afterDeduction(sold, listed.gross);
  if (!tax) return { currency, gross, net: gross, tax: 0 };
  const net = rounded(Big(gross).div(Big(100).plus(tax.rate)).times(100), currency);
  const contained = rounded(Big(gross).minus(net), currency);
  return { currency, gross, net, tax: contained, tax_name: tax.name, tax_rate: tax.rate };
}

/**
 * A local price, with the same share taken off as from the plan's own. It keeps more than two decimals, so that what
 * the site computes from it (the full price, the deduction) is exact; the price to pay is rounded.
 */
function afterDeduction(
  { price_discount_amount: price, price_deduction_amount: deduction = 0 }: SoldPlan,
  gross: number,
) {
  if (deduction === 0) return gross;
  return Big(gross).times(price).div(Big(price).plus(deduction)).round(6, Big.roundHalfUp).toNumber();
}

/** The full price of the period, tax included and without a member's deduction: what every renewal costs. */
export function periodPrice(sold: SoldPlan, country: string): Money {
  const listed = sold.local.get(country);
  if (listed) return { amount: listed.gross, currency: listed.currency };
  const { price_discount_amount: price, price_deduction_amount: deduction = 0, currency } = sold;
  return { amount: Big(price).plus(deduction).toNumber(), currency };
}

/**
 * The price to pay today, without coupons: the gross price of the period; for a trial, its share of the period's price
 * is the same as in the plan's own currency.
 */
export function dueToday(sold: SoldPlan, country: string): Money {
  const { gross, currency } = localPrice(sold, country) ?? { ...sold, gross: sold.price_discount_amount };
  if (sold.trial_price == null) return { amount: rounded(Big(gross), currency), currency };
  const trial = Big(sold.trial_price).times(gross).div(sold.price_discount_amount);
  return { amount: rounded(trial, currency), currency };
}

/** The tax in an amount that is taken for a plan, at the same share as in the period's price; undefined where there is none. */
export function taxIn(sold: SoldPlan, country: string, amount: number) {
  const local = localPrice(sold, country);
  const tax = local && local.gross > 0 ? rounded(Big(local.tax).times(amount).div(local.gross), local.currency) : 0;
  return tax > 0 ? { amount: tax, name: local?.tax_name, rate: local?.tax_rate } : undefined;
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** About how long a plan's period is, to compare it with others'. */
export const periodDays = ({ interval, interval_count }: PlanPeriod): number => DAYS[interval] * interval_count;

/** What a purchase sells: the trial that it sold, else the period. */
export const soldPeriod = ({ interval, interval_count }: PlanPeriod, trialDays: number | null): PlanPeriod =>
  trialDays === null ? { interval, interval_count } : { interval: "day", interval_count: trialDays };

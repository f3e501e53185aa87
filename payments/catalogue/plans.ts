import Big from "big.js";
import { decimalsOf } from "~/i18n/money";
import type { Plan } from "~/upstream/contract/catalogue";
import { periodEnd, type Whereabouts } from "~/upstream/contract/deadlines";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Money } from "../machine/money";
import { countryPrices, isPricedCountry, type PlanId } from "./local-prices";

type OptionalField = "price_deduction_amount" | "trial_without_method";

/** A plan as it is sent: product ids are numbers, as in the real API; a member's own price has one that is text. */
export type SoldPlan = Omit<Plan, "id" | "product_id" | OptionalField> &
  Partial<Pick<Plan, OptionalField>> & { id: PlanId; product_id: number | string };

const usual = { currency: "USD", currencySymbol: "$", renews: true } as const;

/** What a plan's period costs in the countries that have prices of their own, tax included. */
export type LocalPrices = ReadonlyMap<
  string,
  { currency: string; gross: number; tax?: { name: string; rate: number } | undefined }
>;

/** What the settings and the buyer change of them is in on-sale.ts. */
export const PLANS: readonly SoldPlan[] = [
  {
    ...usual,
    id: "weekly",
    product_id: 594101,
    interval: "week",
    interval_count: 1,
    price_discount_amount: 4.99,
    price_amount: 4.99,
    price_unit: 21.62,
    money: "$4.99",
    trial_price: 0.99,
    trial_days: 3,
    trial_without_method: false,
  },
  {
    ...usual,
    id: "monthly",
    product_id: 594102,
    interval: "month",
    interval_count: 1,
    price_discount_amount: 11.99,
    price_amount: 11.99,
    price_unit: 11.99,
    money: "$11.99",
  },
  {
    ...usual,
    id: "yearly",
    product_id: 594103,
    interval: "year",
    interval_count: 1,
    price_discount_amount: 47.88,
    price_amount: 143.88,
    price_unit: 3.99,
    money: "$47.88",
  },
  {
    ...usual,
    id: "two-years",
    product_id: 594104,
    interval: "year",
    interval_count: 2,
    price_discount_amount: 71.76,
    price_amount: 287.76,
    price_unit: 2.99,
    money: "$71.76",
  },
];

export const planById = (id: string): SoldPlan | undefined => PLANS.find((one) => one.id === id);

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
  const price = toCents(Big(sold.price_discount_amount).minus(deduction));
  return {
    ...withoutTrial(sold),
    product_id: `${sold.product_id}-${Big(deduction).times(100).toFixed(0)}`,
    price_discount_amount: price,
    price_deduction_amount: deduction,
    money: `${sold.currencySymbol}${price.toFixed(2)}`,
  };
}

/** The plan at so many percent of its prices, the local ones included: see localPrice. */
export function atPercent(sold: SoldPlan, percent: number): SoldPlan {
  if (percent === 100) return sold;
  const scaled = (amount: number) => toCents(Big(amount).times(percent).div(100));
  const price_discount_amount = scaled(sold.price_discount_amount);
  return {
    ...sold,
    price_discount_amount,
    price_amount: scaled(sold.price_amount),
    price_unit: scaled(sold.price_unit),
    money: `${sold.currencySymbol}${price_discount_amount.toFixed(2)}`,
    ...(sold.trial_price == null ? {} : { trial_price: scaled(sold.trial_price) }),
  };
}

/**
 * What a product costs in a country at the plan's present price: the listed local price, changed as much as the plan's own was.
 * Currencies that have no cents get none.
 */
function grossIn(sold: SoldPlan, listed: number): number {
  const { price_discount_amount: price, price_deduction_amount: deduction = 0 } = sold;
  const usualPrice = planById(sold.id)?.price_discount_amount ?? price;
  const full = Big(price).plus(deduction);
  if (full.eq(usualPrice)) return listed;
  const decimals = Number.isInteger(listed) ? 0 : 2;
  return Big(listed).times(full).div(usualPrice).round(decimals, Big.roundHalfUp).toNumber();
}

/** Rounds half up to what the currency has. */
export const rounded = (exact: Big, currency: string): number =>
  exact.round(decimalsOf(currency), Big.roundHalfUp).toNumber();

/** Rounds half up to two decimals, as everything that is charged. */
export const toCents = (exact: Big): number => exact.round(2, Big.roundHalfUp).toNumber();

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
  if (!isPricedCountry(country)) return undefined;
  const { currency, tax, gross: prices } = countryPrices(country);
  const gross = afterDeduction(sold, grossIn(sold, prices[sold.id]));
  if (!tax) return { currency, gross, net: gross, tax: 0 };
  const net = toCents(Big(gross).div(Big(100).plus(tax.rate)).times(100));
  const contained = toCents(Big(gross).minus(net));
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
  if (isPricedCountry(country)) {
    const { currency, gross } = countryPrices(country);
    return { amount: grossIn(sold, gross[sold.id]), currency };
  }
  const { price_discount_amount: price, price_deduction_amount: deduction = 0, currency } = sold;
  return { amount: Big(price).plus(deduction).toNumber(), currency };
}

/**
 * The price to pay today, without coupons: the gross price of the period; for a trial, its share of the period's price
 * is the same as in the plan's own currency.
 */
export function dueToday(sold: SoldPlan, country: string): Money {
  const { gross, currency } = localPrice(sold, country) ?? { ...sold, gross: sold.price_discount_amount };
  if (sold.trial_price == null) return { amount: toCents(Big(gross)), currency };
  const trial = Big(sold.trial_price).times(gross).div(sold.price_discount_amount);
  return { amount: toCents(trial), currency };
}

/** The tax in an amount that is taken for a plan, at the same share as in the period's price; undefined where there is none. */
export function taxIn(sold: SoldPlan, country: string, amount: number) {
  const local = localPrice(sold, country);
  const tax = local && local.gross > 0 ? toCents(Big(local.tax).times(amount).div(local.gross)) : 0;
  return tax > 0 ? { amount: tax, name: local?.tax_name, rate: local?.tax_rate } : undefined;
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** About how long a plan's period is, to compare it with others'. */
export const periodDays = ({ interval, interval_count }: SoldPlan): number => DAYS[interval] * interval_count;

/** What a purchase sells: the trial that it sold, else the period. */
export const soldPeriod = ({ interval, interval_count }: SoldPlan, trialDays: number | null): PlanPeriod =>
  trialDays === null ? { interval, interval_count } : { interval: "day", interval_count: trialDays };

/** When that time ends and the next payment is due. In milliseconds since 1970, as is the start. */
export const paidPeriodEnd = (
  startsAt: number,
  { plan, trialDays, place }: { plan: SoldPlan; trialDays: number | null; place: Whereabouts },
): number => periodEnd(startsAt, soldPeriod(plan, trialDays), place);

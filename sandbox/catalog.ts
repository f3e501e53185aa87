import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";
import { countryPrices, isPricedCountry, type PlanId } from "./local-prices";
import type { Money } from "./machine/money";

/** A plan as it is sent: product ids are numbers, as in the real API. */
export type SoldPlan = Omit<Plan, "id" | "product_id" | "price_deduction_amount" | "trial_without_method"> &
  Partial<Pick<Plan, "trial_without_method">> & { id: PlanId; product_id: number };

const usual = { currency: "USD", currencySymbol: "$", renews: true } as const;

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

export const planByProduct = (productId: string): SoldPlan | undefined =>
  PLANS.find((one) => String(one.product_id) === productId);

/** Rounds half up to two decimals, the only rounding in the sandbox. */
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
  const gross = prices[sold.id];
  if (!tax) return { currency, gross, net: gross, tax: 0 };
  const net = toCents(Big(gross).div(Big(100).plus(tax.rate)).times(100));
  return { currency, gross, net, tax: toCents(Big(gross).minus(net)), tax_name: tax.name, tax_rate: tax.rate };
}

/** The full price of the period, tax included: what every renewal costs. */
export function periodPrice(sold: SoldPlan, country: string): Money {
  const { gross: amount, currency } = localPrice(sold, country) ?? { ...sold, gross: sold.price_discount_amount };
  return { amount, currency };
}

/**
 * The price to pay today, without coupons: the gross price of the period; for a trial, its share of the period's price
 * is the same as in the plan's own currency.
 */
export function dueToday(sold: SoldPlan, country: string): Money {
  const { amount, currency } = periodPrice(sold, country);
  if (sold.trial_price == null) return { amount, currency };
  const trial = Big(sold.trial_price).times(amount).div(sold.price_discount_amount);
  return { amount: toCents(trial), currency };
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

/** How long a purchase lasts: the trial that it sold, else the period. */
export const paidPeriodMs = (sold: SoldPlan, trialDays: number | null): number =>
  DAY_MS * (trialDays ?? DAYS[sold.interval] * sold.interval_count);

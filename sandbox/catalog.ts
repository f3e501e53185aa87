import Big from "big.js";
import type { Plan } from "~/upstream/contract/catalogue";
import { isPricedCountry, LOCAL_PRICES, type PlanId } from "./local-prices";
import type { Money } from "./machine/money";

type Untold = "price_deduction_amount" | "trial_without_method" | "renews";

/** A plan as it is sent: product ids are numbers, as in the real API; a member's own price has one that is text. */
export type SoldPlan = Omit<Plan, "id" | "product_id" | Untold> &
  Partial<Pick<Plan, Untold>> & { id: PlanId; product_id: number | string };

const dollars = { currency: "USD", currencySymbol: "$" } as const;

export const PLANS: readonly SoldPlan[] = [
  {
    ...dollars,
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
  },
  {
    ...dollars,
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
    ...dollars,
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
    ...dollars,
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

/** A plan by its product id, also at a member's own price. */
export function planByProduct(productId: string): SoldPlan | undefined {
  const [, product = productId, cents = "0"] = /^(\d+)-(\d{1,9})$/.exec(productId) ?? [];
  const plan = PLANS.find((one) => String(one.product_id) === product);
  const deduction = Big(cents).div(100).toNumber();
  if (!plan || deduction > plan.price_discount_amount) return undefined;
  return deduction === 0 ? plan : deducted(plan, deduction);
}

/** The plan at the price of a member who changes to it: a product of its own, with the deduction in cents in its id. */
export function deducted(sold: SoldPlan, deduction: number): SoldPlan {
  const price = toCents(Big(sold.price_discount_amount).minus(deduction));
  return {
    ...sold,
    product_id: `${sold.product_id}-${Big(deduction).times(100).toFixed(0)}`,
    price_discount_amount: price,
    price_deduction_amount: deduction,
    money: `${sold.currencySymbol}${price.toFixed(2)}`,
  };
}

/** Rounds half up to two decimals, as everything that is charged. */
export const toCents = (exact: Big): number => exact.round(2, Big.roundHalfUp).toNumber();

interface LocalPrice {
  currency: string;
  gross: number;
  net: number;
  tax: number;
}

/** Undefined where the country has no prices of its own: then the plan's own price and currency are used. */
export function localPrice(sold: SoldPlan, country: string): LocalPrice | undefined {
  if (!isPricedCountry(country)) return undefined;
  const { currency, taxPercent, gross: prices } = LOCAL_PRICES[country];
  const gross = afterDeduction(sold, prices[sold.id]);
  const net = toCents(Big(gross).div(Big(100).plus(taxPercent)).times(100));
  return { currency, gross, net, tax: toCents(Big(gross).minus(net)) };
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

/**
 * The price to pay today, without coupons: the gross price of the period; for a trial, its share of the period's price
 * is the same as in the plan's own currency.
 */
export function dueToday(sold: SoldPlan, country: string): Money {
  const local = localPrice(sold, country);
  const gross = toCents(Big(local?.gross ?? sold.price_discount_amount));
  const currency = local?.currency ?? sold.currency;
  if (sold.trial_price == null) return { amount: gross, currency };
  const trial = Big(sold.trial_price).times(gross).div(sold.price_discount_amount);
  return { amount: toCents(trial), currency };
}

/** The plan as it is after its trial. */
export const withoutTrial = ({ trial_price: _price, trial_days: _days, ...sold }: SoldPlan): SoldPlan => sold;

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;
const DAY_MS = 86_400_000;

export const periodDays = ({ interval, interval_count }: SoldPlan): number => DAYS[interval] * interval_count;

/** How long a purchase lasts: the trial where the plan has one, else the period. */
export const paidPeriodMs = (sold: SoldPlan): number => DAY_MS * (sold.trial_days ?? periodDays(sold));

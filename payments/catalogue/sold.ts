import Big from "big.js";
import { z } from "zod";
import { periodEnd, type Whereabouts } from "~/upstream/contract/deadlines";
import { valueIn } from "~/upstream/contract/values/regions";
import type { Catalogue } from "./catalogue";
import type { Coupon } from "./coupons";
import { moneyBack } from "./money-back";
import { dueToday, localPrice, periodPrice, rounded, type SoldPlan, soldPeriod } from "./plans";

/** What an attempt sold, as it is stored with it: whatever the catalogue says later, this is granted, renewed and written on invoices. */
const sold = z.object({
  product_id: z.union([z.number(), z.string()]),
  interval: z.enum(["day", "week", "month", "year"]),
  interval_count: z.number(),
  /** The period's full price in the attempt's currency, tax included. */
  price: z.number(),
  /** The same in the catalogue's currency: a change of plan takes off what is left of it. */
  worth: z.number(),
  worth_currency: z.string(),
  /** What a change of plan took off the price, in the attempt's currency. */
  deduction: z.number(),
  /** In the price. Missing: there is none. */
  tax: z.object({ amount: z.number(), name: z.string(), rate: z.number() }).optional(),
  /** Who sold it, where that was the provider: its invoice tells the tax. */
  seller: z.string().optional(),
  /** How often the coupon might be used, in all and by one buyer. */
  coupon: z.object({ limit: z.number().optional(), limitPerBuyer: z.number().optional() }).optional(),
  /** The days in which the buyer may withdraw, and whether the law says so. */
  withdrawal: z.object({ days: z.number(), isVoluntary: z.boolean() }),
  /** The brand's own guarantee. */
  moneyBack: moneyBack.optional(),
});
export type Sold = z.output<typeof sold>;

export const soldIn = ({ sold: text }: { sold: string }): Sold => sold.parse(JSON.parse(text));

/** What is sold by the provider in its own name, which owes the tax in the price. */
export const soldBy = (seller: string, attempt: { sold: string }): string =>
  JSON.stringify({ ...soldIn(attempt), tax: undefined, seller } satisfies Sold);

/** @param plan as it is sold to this buyer */
export function soldText(catalogue: Catalogue, plan: SoldPlan, country: string, coupon: Coupon | undefined): string {
  const { product_id, interval, interval_count, price_discount_amount, price_deduction_amount = 0, currency } = plan;
  const { amount: price } = periodPrice(plan, country);
  const byLaw = valueIn(catalogue.withdrawalDays, country);
  const now: Sold = {
    product_id,
    interval,
    interval_count,
    price,
    worth: Big(price_discount_amount).plus(price_deduction_amount).toNumber(),
    worth_currency: currency,
    deduction: price_deduction_amount === 0 ? 0 : Big(price).minus(dueToday(plan, country).amount).toNumber(),
    tax: taxOfPeriod(plan, country),
    coupon: coupon && { limit: coupon.limit, limitPerBuyer: coupon.limitPerBuyer },
    withdrawal: { days: byLaw ?? catalogue.voluntaryWithdrawalDays, isVoluntary: byLaw === undefined },
    moneyBack: catalogue.moneyBack,
  };
  return JSON.stringify(now);
}

function taxOfPeriod({ price_deduction_amount, ...plan }: SoldPlan, country: string): Sold["tax"] {
  const price_discount_amount = Big(plan.price_discount_amount)
    .plus(price_deduction_amount ?? 0)
    .toNumber();
  const {
    tax: amount = 0,
    tax_name: name,
    tax_rate: rate,
  } = localPrice({ ...plan, price_discount_amount }, country) ?? {};
  return amount > 0 && name !== undefined && rate !== undefined ? { amount, name, rate } : undefined;
}

/** The tax in an amount that is taken, at the same share as in the period's price; undefined where there is none. */
export function soldTax({ tax, price }: Sold, amount: number, currency: string): Sold["tax"] {
  if (tax === undefined || price === 0) return undefined;
  const contained = rounded(Big(tax.amount).times(amount).div(price), currency);
  return contained > 0 ? { ...tax, amount: contained } : undefined;
}

/** When the time ends that was sold and the next payment is due. In milliseconds since 1970, as is the start. */
export const soldUntil = (
  startsAt: number,
  { sold, trialDays, place }: { sold: Sold; trialDays: number | null; place: Whereabouts },
): number => periodEnd(startsAt, soldPeriod(sold, trialDays), place);

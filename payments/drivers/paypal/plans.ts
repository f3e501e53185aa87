import { createHash } from "node:crypto";
import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import { cached } from "../cached";
import type { Call, Money, Opening, Renewal } from "../driver";
import { orUndefined, Refused } from "../errors";
import { firstPeriod } from "../periods";
import type { PayPal } from "./api";
import { id, longest, payPalMoney } from "./values";

const PLANS = "/v1/billing/plans";
/** PayPal's longest time between two payments. */
const MOST: Readonly<Record<PlanPeriod["interval"], number>> = { day: 365, week: 52, month: 12, year: 1 };

const planRead = z.object({ id, status: z.string() });
const planList = z.object({ plans: z.array(planRead).default([]) });

/**
 * A subscription needs a plan in PayPal's catalogue, and a plan a product. Each set of prices, periods and title has a product of its own
 * whose id is made from them: so whoever comes later, or after a lost answer, finds what there is.
 */
export function payPalPlans(paypal: PayPal) {
  const plans = cached(async (terms: ReturnType<typeof termsOf>, call) => {
    const product = `plan-${createHash("sha256").update(JSON.stringify(terms)).digest("hex").slice(0, 32)}`;
    const query = { product_id: product, page_size: 20 };
    const found = await orUndefined(paypal(planList, { path: PLANS, query }, call), 404);
    const active = found?.plans.find(({ status }) => status === "ACTIVE");
    const { id } = active ?? (await makePlan(paypal, product, terms, call));
    return { value: id, until: Number.POSITIVE_INFINITY };
  });
  return (opening: Opening, renewal: Renewal, call: Call) => plans.get(termsOf(opening, renewal), call);
}

async function makePlan(paypal: PayPal, product: string, terms: { name: string }, call: Call) {
  const goods = { id: product, name: terms.name, type: "SERVICE", category: "SOFTWARE" };
  const made = paypal(z.object({}), { path: "/v1/catalogs/products", key: product, body: goods }, call);
  await orUndefined(made, "DUPLICATE_RESOURCE_IDENTIFIER");
  // Three payments that fail in a row suspend it; the first one is watched by whoever asks.
  const preferences = { auto_bill_outstanding: true, payment_failure_threshold: 3 };
  const body = { product_id: product, status: "ACTIVE", ...terms, payment_preferences: preferences };
  return paypal(planRead, { path: PLANS, key: product, body }, call);
}

/** What is paid first is a paid or free trial to PayPal, unless it is what each period costs. @throws Refused */
function termsOf(opening: Opening, renewal: Renewal) {
  const { price, period, title } = opening;
  const first = { ...cycleOf(period, price), tenure_type: "TRIAL", sequence: 1, total_cycles: 1 };
  const trial = firstPeriod(opening, renewal) === "same" ? [] : [first];
  const later = cycleOf(renewal, { ...price, amount: renewal.amount });
  const regular = { ...later, tenure_type: "REGULAR", sequence: trial.length + 1, total_cycles: 0 };
  return { name: longest(title), billing_cycles: [...trial, regular] };
}

/** @throws Refused for more than a year, and as `payPalMoney` */
function cycleOf({ interval, interval_count }: PlanPeriod, price: Money) {
  if (interval_count > MOST[interval])
    throw new Refused(`PayPal: ${interval_count} ${interval}s`, "period", "not_supported");
  const fixed_price = payPalMoney(price);
  const frequency = { interval_unit: interval.toUpperCase(), interval_count };
  return { frequency, ...(price.amount === 0 ? {} : { pricing_scheme: { fixed_price } }) };
}

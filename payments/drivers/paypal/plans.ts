import { createHash } from "node:crypto";
import { z } from "zod";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Call, Opening } from "../driver";
import { Refused } from "../errors";
import { ifKnown, type PayPal, PayPalRefused } from "./api";
import { payPalMoney, shortText } from "./values";

const UNITS = { day: "DAY", week: "WEEK", month: "MONTH", year: "YEAR" } as const;
/** PayPal's longest time between two payments. */
const MOST: Readonly<Record<PlanPeriod["interval"], number>> = { day: 365, week: 52, month: 12, year: 1 };
const PLANS = 1_000;

const planRead = z.object({ id: z.string().min(1), status: z.string() });
const listed = z.object({ plans: z.array(planRead).default([]) });

/**
 * A subscription needs a plan in PayPal's catalogue, and a plan a product. Each set of prices, periods and title has a product of its own
 * whose id is made from them: so whoever comes later, or after a lost answer, finds what there is. Remembered for as long as the process runs.
 */
export function payPalPlans(paypal: PayPal) {
  const known = new Map<string, string>();
  return async (opening: Opening, renewal: NonNullable<Opening["renewal"]>, call: Call): Promise<string> => {
    const terms = { name: shortText(opening.title), billing_cycles: cyclesOf(opening, renewal) };
    const product = `plan-${createHash("sha256").update(JSON.stringify(terms)).digest("hex").slice(0, 32)}`;
    const plan =
      known.get(product) ?? (await findPlan(paypal, product, call)) ?? (await makePlan(paypal, product, terms, call));
    if (known.size >= PLANS) known.clear();
    known.set(product, plan);
    return plan;
  };
}

async function findPlan(paypal: PayPal, product: string, call: Call): Promise<string | undefined> {
  const path = `/v1/billing/plans?product_id=${product}&page_size=20`;
  const found = await ifKnown(paypal(listed, { method: "GET", path }, call));
  return found?.plans.find(({ status }) => status === "ACTIVE")?.id;
}

async function makePlan(paypal: PayPal, product: string, terms: { name: string }, call: Call): Promise<string> {
  const goods = { id: product, name: terms.name, type: "SERVICE", category: "SOFTWARE" };
  const path = "/v1/catalogs/products";
  await paypal(z.object({}), { method: "POST", path, key: product, body: goods }, call).catch((error: unknown) => {
    if (!(error instanceof PayPalRefused && error.code === "DUPLICATE_RESOURCE_IDENTIFIER")) throw error;
  });
  // Three payments that fail in a row suspend it; the first one is watched by whoever asks.
  const preferences = { auto_bill_outstanding: true, payment_failure_threshold: 3 };
  const body = { product_id: product, status: "ACTIVE", ...terms, payment_preferences: preferences };
  return (await paypal(planRead, { method: "POST", path: "/v1/billing/plans", key: product, body }, call)).id;
}

/** What is paid first is a paid or free trial to PayPal, unless it is what each period costs. */
function cyclesOf({ price, period }: Opening, { amount, ...each }: NonNullable<Opening["renewal"]>) {
  const isSame = price.amount === amount && JSON.stringify(frequency(period)) === JSON.stringify(frequency(each));
  const first = { frequency: frequency(period), tenure_type: "TRIAL", sequence: 1, total_cycles: 1 };
  const paid = { pricing_scheme: { fixed_price: payPalMoney(price) } };
  const regular = {
    frequency: frequency(each),
    tenure_type: "REGULAR",
    sequence: isSame ? 1 : 2,
    total_cycles: 0,
    pricing_scheme: { fixed_price: payPalMoney({ ...price, amount }) },
  };
  return isSame ? [regular] : [price.amount === 0 ? first : { ...first, ...paid }, regular];
}

/** @throws Refused for more than a year */
function frequency({ interval, interval_count }: PlanPeriod) {
  if (interval_count > MOST[interval])
    throw new Refused(`PayPal: ${interval_count} ${interval}s`, "period", "not_supported");
  return { interval_unit: UNITS[interval], interval_count };
}

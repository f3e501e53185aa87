import { commonParams, plans, prices } from "~/upstream/contract/catalogue";
import { ANYBODY, plansFor } from "../catalogue/on-sale";
import { localPrice, planByProduct, type SoldPlan, sentPlan, takersOf } from "../catalogue/plans";
import type { Context } from "../context";
import { tendOfUser } from "../subscriptions/tend";
import { tokenCustomer } from "./proof/token-customer";
import type { routesIn } from "./route";

export function catalogueRoutes(context: Context, { reading, querying }: ReturnType<typeof routesIn>) {
  const { db, now } = context;
  return {
    plans: reading(plans, async (_, caller) => {
      const customer = await tokenCustomer(context, caller);
      if (customer.memberId !== undefined) await tendOfUser(context, customer.memberId);
      const sold = await plansFor(db, await context.catalogue(db), customer, now());
      return { plans: sold.map((plan) => sentPlan(plan, context.drivers)) };
    }),
    commonParams: reading(commonParams, async () => {
      const { moneyBack } = await context.catalogue(db);
      return { ...context.params(), ...(moneyBack && { money_back_days: moneyBack.days }) };
    }),
    prices: querying(prices, async ({ product_ids, customer_country }) => {
      const sold = await plansFor(db, await context.catalogue(db), ANYBODY, now());
      const wanted = product_ids.split(",").flatMap((id) => planByProduct(sold, id) ?? []);
      return { products: wanted.map((plan) => productIn(context, plan, customer_country)) };
    }),
  };
}

/** Who can take its price is said of each country, as the currency is the country's. */
function productIn({ drivers }: Context, plan: SoldPlan, country: string) {
  const local = localPrice(plan, country);
  const gross = plan.price_discount_amount;
  const { currency, ...price } = local ?? { currency: plan.currency, gross, net: gross, tax: 0 };
  const { product_id, interval, interval_count: frequency, trial_days } = plan;
  const providers = takersOf(plan, currency, drivers);
  const subscription = { price, interval, frequency, ...(trial_days ? { trial_days } : {}) };
  return { product_id, currency, providers, subscription };
}

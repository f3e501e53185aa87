import { commonParams, plans, prices } from "~/upstream/contract/catalogue";
import { localPrice, type SoldPlan } from "../catalog";
import type { Context } from "../context";
import { plansFor } from "../on-sale";
import { paramsAt } from "../providers/params";
import type { routesIn } from "./route";
import { tokenBuyer } from "./token-buyer";

export function catalogueRoutes(context: Context, { reading, querying }: ReturnType<typeof routesIn>) {
  return {
    plans: reading(plans, async (_, caller) => ({
      plans: await plansFor(context.db, await tokenBuyer(context, caller)),
    })),
    commonParams: reading(commonParams, async () => paramsAt(context.origin())),
    prices: querying(prices, async ({ product_ids, customer_country }) => {
      const asked = product_ids.split(",");
      const sold = await plansFor(context.db);
      const wanted = sold.filter(({ product_id }) => asked.includes(String(product_id)));
      return { products: wanted.map((plan) => productIn(plan, customer_country)) };
    }),
  };
}

function productIn(plan: SoldPlan, country: string) {
  const local = localPrice(plan, country);
  const gross = plan.price_discount_amount;
  const { currency, ...price } = local ?? { currency: plan.currency, gross, net: gross, tax: 0 };
  const { product_id, interval, interval_count: frequency, trial_days } = plan;
  return { product_id, currency, subscription: { price, interval, frequency, ...(trial_days ? { trial_days } : {}) } };
}

import { commonParams, plans, prices } from "~/upstream/contract/catalogue";
import { localPrice, PLANS, planByProduct, type SoldPlan } from "../catalog";
import type { Context } from "../context";
import { paramsAt } from "../providers/params";
import { changeableSubscription, offerTo } from "../subscriptions/plan-change";
import { tendOwn } from "../subscriptions/tend";
import type { routesIn } from "./route";

export function catalogueRoutes(context: Context, { reading, querying }: ReturnType<typeof routesIn>) {
  return {
    plans: reading(plans, async (_, { token }) => {
      const memberId = context.isBare ? undefined : context.links.userOfToken(token, context.now());
      if (memberId !== undefined) await tendOwn(context, memberId);
      const current = await changeableSubscription(context.db, memberId, context.now());
      return { plans: PLANS.map((plan) => offerTo(current, plan, context.now()).plan) };
    }),
    commonParams: reading(commonParams, async () => paramsAt(context.origin())),
    prices: querying(prices, async ({ product_ids, customer_country }) => ({
      products: product_ids
        .split(",")
        .map(planByProduct)
        .flatMap((plan) => (plan ? productIn(plan, customer_country) : [])),
    })),
  };
}

function productIn(plan: SoldPlan, country: string) {
  const local = localPrice(plan, country);
  const gross = plan.price_discount_amount;
  const { currency, ...price } = local ?? { currency: plan.currency, gross, net: gross, tax: 0 };
  const { product_id, interval, interval_count: frequency, trial_days } = plan;
  return [
    { product_id, currency, subscription: { price, interval, frequency, ...(trial_days ? { trial_days } : {}) } },
  ];
}

import { z } from "zod";

const answered = z.object({
  plans: z.array(z.looseObject({ id: z.string(), product_id: z.union([z.string(), z.number()]) })).min(1),
});

/**
 * The plans of an answer and copies of them, so many in all. A copy's product is the plan's own at some cents less, which the
 * sandbox has a price for.
 */
export function withPlans(answer: unknown, amount: number): unknown {
  const { plans } = answered.parse(answer);
  const all = Array.from({ length: amount }, (_, number) => {
    const cents = Math.floor(number / plans.length);
    const plan = plans[number % plans.length];
    if (plan === undefined || cents === 0) return plan;
    return { ...plan, id: `${plan.id}-${cents}`, product_id: `${plan.product_id}-${cents}` };
  });
  return { plans: all };
}

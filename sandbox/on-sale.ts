import { PLANS, type SoldPlan } from "./catalog";
import { type Buyer, hasUsedTrial } from "./orders/buyer";
import type { Db, Tx } from "./store/database";
import { readSettings, type Settings } from "./store/settings";

/** The plans as the settings sell them at present. @param buyer gets no trial where they have used it */
export async function plansFor(db: Db | Tx, buyer?: Buyer): Promise<SoldPlan[]> {
  const settings = await readSettings(db);
  const plans = PLANS.map((plan) => asSet(plan, settings));
  return buyer && (await hasUsedTrial(db, buyer)) ? plans.map(withoutTrial) : plans;
}

/** The same of one plan. */
export async function planFor(db: Db | Tx, plan: SoldPlan, buyer?: Buyer): Promise<SoldPlan> {
  const sold = asSet(plan, await readSettings(db));
  return buyer && (await hasUsedTrial(db, buyer)) ? withoutTrial(sold) : sold;
}

function asSet(plan: SoldPlan, { trial, monthly_renews }: Settings): SoldPlan {
  if (plan.id === "monthly") return { ...plan, renews: monthly_renews };
  return plan.trial_days === undefined ? plan : withTrial(plan, trial);
}

function withTrial(plan: SoldPlan, trial: Settings["trial"]): SoldPlan {
  switch (trial) {
    case "paid":
      return plan;
    case "free":
      return { ...plan, trial_price: 0 };
    case "free_without_card":
      return { ...plan, trial_price: 0, trial_without_method: true };
    case "none":
      return withoutTrial(plan);
  }
}

function withoutTrial({ trial_price, trial_days, trial_without_method, ...plan }: SoldPlan): SoldPlan {
  return plan;
}

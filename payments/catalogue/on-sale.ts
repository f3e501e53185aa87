import { type Buyer, hasUsedTrial } from "../orders/buying/buyer";
import type { Db, Tx } from "../store/database";
import { readSettings, type Settings } from "../store/settings";
import { changeableSubscription, type MemberOffer, offerTo } from "../subscriptions/plan-change";
import { atPercent, PLANS, type SoldPlan, withoutTrial } from "./plans";

/** Whom plans are sold to, as far as it is known. */
export interface Customer {
  /** Gets no trial where they have used it. */
  buyer: Buyer | undefined;
  /** The user of the call's token, who may change from another plan. */
  memberId: number | undefined;
}

export const ANYBODY: Customer = { buyer: undefined, memberId: undefined };

/**
 * What a plan is for a customer: as the settings sell it at present, without a trial that they have used, and with what
 * is left of their present plan taken off.
 */
export async function offersTo(
  db: Db | Tx,
  { buyer, memberId }: Customer,
  now: number,
): Promise<(plan: SoldPlan) => MemberOffer> {
  const settings = await readSettings(db);
  const isTrialOver = buyer !== undefined && (await hasUsedTrial(db, buyer));
  const current = await changeableSubscription(db, memberId, now);
  return (plan) => {
    const sold = asSet(plan, settings);
    return offerTo(current, isTrialOver ? withoutTrial(sold) : sold, now);
  };
}

/** All plans as they are for a customer. */
export async function plansFor(db: Db | Tx, customer: Customer, now: number): Promise<SoldPlan[]> {
  const offered = await offersTo(db, customer, now);
  return PLANS.map((plan) => offered(plan).plan);
}

function asSet(listed: SoldPlan, { trial, weekly_renews, monthly_renews, price_percent }: Settings): SoldPlan {
  const plan = atPercent(listed, price_percent);
  if (plan.id === "monthly") return { ...plan, renews: monthly_renews };
  return plan.trial_days === undefined ? plan : withTrial({ ...plan, renews: weekly_renews }, trial);
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

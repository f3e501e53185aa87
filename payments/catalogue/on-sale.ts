import { type Buyer, hasUsedTrial } from "../orders/buying/buyer";
import type { Db, Tx } from "../store/database";
import { changeableSubscription, type MemberOffer, offerTo } from "../subscriptions/plan-change";
import type { Catalogue } from "./catalogue";
import { type SoldPlan, withoutTrial } from "./plans";

/** Whom plans are sold to, as far as it is known. */
export interface Customer {
  /** Gets no trial where they have used it. */
  buyer: Buyer | undefined;
  /** The user of the call's token, who may change from another plan. */
  memberId: number | undefined;
}

export const ANYBODY: Customer = { buyer: undefined, memberId: undefined };

/** What a plan is for a customer: without a trial that they have used, and with what is left of their present plan taken off. */
export async function offersTo(
  db: Db | Tx,
  { buyer, memberId }: Customer,
  now: number,
): Promise<(plan: SoldPlan) => MemberOffer> {
  const isTrialOver = buyer !== undefined && (await hasUsedTrial(db, buyer));
  const current = await changeableSubscription(db, memberId, now);
  return (plan) => offerTo(current, isTrialOver ? withoutTrial(plan) : plan, now);
}

/** All plans as they are for a customer. */
export async function plansFor(
  db: Db | Tx,
  { plans }: Catalogue,
  customer: Customer,
  now: number,
): Promise<SoldPlan[]> {
  const offered = await offersTo(db, customer, now);
  return plans.map((plan) => offered(plan).plan);
}

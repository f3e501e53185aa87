import Big from "big.js";
import { millisecondsInDay } from "date-fns/constants";
import { deducted, periodDays, rounded, type SoldPlan } from "../catalogue/plans";
import { soldIn } from "../catalogue/sold";
import type { Db, Tx } from "../store/database";
import { closeSubscription, refundCharges } from "./close";
import { handStoppedOn } from "./one-renewal";
import { runningSubscriptions, subscriptionById } from "./owned";
import type { PlanChange, SubscriptionRow } from "./tables";

/** What a plan is for a member. */
export interface MemberOffer {
  /** At this member's price. */
  plan: SoldPlan;
  /** The subscription that buying it ends; undefined: none. */
  change: Omit<PlanChange, "attempt_id"> | undefined;
}

/** The subscription from which a member may change to another plan: the one that runs and was bought on the web. */
export async function changeableSubscription(
  db: Db | Tx,
  memberId: number | undefined,
  now: number,
): Promise<SubscriptionRow | undefined> {
  if (memberId === undefined) return undefined;
  return (await runningSubscriptions(db, memberId, now)).find(({ source }) => source === "web");
}

/**
 * What a plan costs the member with a subscription: what is left of its period comes off every other plan that is at
 * least as long. A trial is paid for itself, so nothing comes off it.
 */
export function offerTo(current: SubscriptionRow | undefined, plan: SoldPlan, now: number): MemberOffer {
  if (!current || !isChangeable(current, plan)) return { plan, change: undefined };
  const deduction = Math.min(leftOf(current, plan.currency, now), plan.price_discount_amount);
  if (deduction === 0) return { plan, change: undefined };
  return {
    plan: deducted(plan, deduction),
    change: { subscription_id: current.id, period: current.period, deduction },
  };
}

function isChangeable(row: SubscriptionRow, plan: SoldPlan): boolean {
  const from = soldIn(row);
  const isLongEnough = periodDays(plan) >= periodDays(from);
  // What it is worth is known in the currency that it was sold in.
  const isComparable = from.worth_currency === plan.currency;
  return plan.id !== row.plan_id && plan.trial_price == null && isLongEnough && isComparable;
}

/** The day of a moment in UTC, counted from 1970. */
const dayOf = (at: number): number => Math.floor(at / millisecondsInDay);

/** What the whole days that are left of a period are worth, in the plan's own currency; the same all day long. */
function leftOf(
  { period_worth, period_starts_at, paid_until, ...row }: SubscriptionRow,
  currency: string,
  now: number,
): number {
  // What a notice would give back at the end comes off the price instead.
  const ends_at = paid_until ?? row.ends_at;
  const days = Math.max(1, dayOf(ends_at) - dayOf(period_starts_at));
  const left = Math.min(days, dayOf(ends_at) - dayOf(now));
  return rounded(Big(period_worth).times(left).div(days), currency);
}

/** The change of plan that an attempt pays for. */
export const changeOf = (tx: Tx, attemptId: string): Promise<PlanChange | undefined> =>
  tx.selectFrom("plan_changes").selectAll().where("attempt_id", "=", attemptId).executeTakeFirst();

/**
 * Ends the subscription that an order replaces; a renewal that was charged since the order was opened is given back.
 * @returns false where its worth was given back or used already, so that the order was not paid in full
 */
export async function replaceSubscription(tx: Tx, orderId: string, change: PlanChange, now: number): Promise<boolean> {
  const row = await subscriptionById(tx, change.subscription_id);
  if (!row || row.replaced_by !== null || (await isGivenBack(tx, row))) return false;
  await refundCharges(tx, row.id, change.period);
  await closeSubscription(tx, row, { state: "ended", replaced_by: orderId }, now);
  await handStoppedOn(tx, row.order_id, orderId);
  return true;
}

async function isGivenBack(tx: Tx, { order_id }: SubscriptionRow): Promise<boolean> {
  const order = await tx.selectFrom("orders").select("state").where("id", "=", order_id).executeTakeFirst();
  return order?.state === "refunded";
}

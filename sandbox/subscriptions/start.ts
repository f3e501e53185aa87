import { randomBytes } from "node:crypto";
import Big from "big.js";
import { isProviderCode } from "~/upstream/contract/catalogue";
import { periodPrice, planById, type SoldPlan, toCents } from "../catalogue/plans";
import type { Tx } from "../store/database";
import { paidAttempt, type StoredOrder } from "../store/orders";
import type { AttemptRow } from "../store/schema";
import type { SubscriptionRow } from "../store/subscription-tables";
import { stopOlderRenewals } from "./one-renewal";

const WITHDRAWAL_MS = 14 * 86_400_000;

/** The time that was granted with the order. */
interface Granted {
  starts_at: number;
  ends_at: number;
}

/**
 * Starts the subscription of an order that is being granted: where its attempt sold one, and a provider has a way to pay,
 * so that it can take the next payment. What the buyer has renews no more from then on.
 * @param deduction what a change of plan took off the price, in the plan's own currency
 */
export async function startSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { deduction, now }: { deduction: number; now: number },
): Promise<void> {
  const plan = planById(stored.row.plan_id);
  const paid = paidAttempt(stored);
  if (!plan || !paid || !isProviderCode(paid.provider) || paid.renewal_amount === null) return;
  await stopOlderRenewals(tx, stored.row);
  await insertSubscription(tx, stored, granted, {
    source: "web",
    period_worth: Big(worthOf(plan, stored, paid))
      .plus(deduction)
      .toNumber(),
    bought_at: now,
    withdraw_until: now + WITHDRAWAL_MS,
  });
}

/**
 * The subscription of an order that was made in an app's store, which renews it.
 * @returns false where the order sold none
 */
export const startStoreSubscription = (
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  { source, now }: { source: "app_store" | "google_play"; now: number },
): Promise<boolean> =>
  insertSubscription(tx, stored, granted, { source, period_worth: 0, bought_at: now, withdraw_until: null });

type SubscriptionOrigin = Pick<SubscriptionRow, "source" | "period_worth" | "bought_at" | "withdraw_until">;

/** What renews, and for how much, is what the paid attempt sold, whatever the plan is like now. */
async function insertSubscription(
  tx: Tx,
  stored: StoredOrder,
  granted: Granted,
  facts: SubscriptionOrigin,
): Promise<boolean> {
  const { id: order_id, plan_id, email, user_id } = stored.row;
  const paid = paidAttempt(stored);
  if (!paid || paid.renewal_amount === null) return false;
  await tx
    .insertInto("subscriptions")
    .values({
      id: `sub_${randomBytes(12).toString("hex")}`,
      order_id,
      plan_id,
      email,
      user_id,
      state: "active",
      amount: paid.renewal_amount,
      currency: paid.currency,
      is_trial: paid.trial_days === null ? 0 : 1,
      period: 1,
      period_starts_at: granted.starts_at,
      ends_at: granted.ends_at,
      session: randomBytes(24).toString("base64url"),
      ...facts,
    })
    .execute();
  return true;
}

/** What was paid, in the plan's own currency: its share of the period's price is the same there. */
const worthOf = (plan: SoldPlan, { row }: StoredOrder, { amount }: AttemptRow): number =>
  toCents(Big(plan.price_discount_amount).times(amount).div(periodPrice(plan, row.country_code).amount));

import { paidPeriodEnd, planById } from "../catalogue/plans";
import { giveRenewalReceipt } from "../invoices/give-receipt";
import { buyerPlace } from "../orders/buyer-place";
import type { Tx } from "../store/database";
import { loadOrder } from "../store/orders";
import type { ChargeRow, SubscriptionRow } from "../store/subscription-tables";

/**
 * Renews a subscription for its next period, which follows the last one, or begins now where that is over. A charge has
 * the period's number in its key, so no period is charged twice; a store charges by itself. All is one commit.
 */
export async function renew(tx: Tx, subscription: SubscriptionRow, now: number): Promise<void> {
  const { id, order_id, plan_id, source, amount, currency } = subscription;
  const plan = planById(plan_id);
  const stored = await loadOrder(tx, order_id);
  if (!plan || !stored) return;
  const period = subscription.period + 1;
  const starts_at = Math.max(subscription.ends_at, now);
  const ends_at = paidPeriodEnd(starts_at, { plan, trialDays: null, place: buyerPlace(stored.row) });
  await tx
    .updateTable("subscriptions")
    .set({ state: "active", period, period_starts_at: starts_at, ends_at, is_trial: 0, failed_at: null })
    .set({ period_worth: source === "web" ? plan.price_discount_amount : 0 })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("grants").set({ ends_at }).where("order_id", "=", order_id).execute();
  if (source !== "web") return;
  const charge: ChargeRow = {
    id: `chg_${id}_${period}`,
    subscription_id: id,
    period,
    amount,
    currency,
    state: "kept",
    given_back: 0,
    returned: 0,
    starts_at,
    ends_at,
    at: now,
  };
  await tx.insertInto("subscription_charges").values(charge).execute();
  await giveRenewalReceipt(tx, stored, charge);
}

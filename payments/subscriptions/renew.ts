import type { Sale } from "../catalogue/sale";
import { soldIn, soldUntil } from "../catalogue/sold";
import { giveRenewalReceipt } from "../invoices/give-receipt";
import { buyerPlace, placeFactsOf } from "../orders/buyer-place";
import { guaranteeOnRenewal } from "../refunds/guarantee";
import type { Tx } from "../store/database";
import { loadOrder } from "../store/orders";
import type { ChargeRow, SubscriptionRow } from "./tables";

type Paid = Omit<ChargeRow, "subscription_id" | "state" | "given_back" | "returned">;

/**
 * Renews a subscription by our clock for its next period, which follows the last one, or begins now where that is over. A charge has
 * the period's number in its key, so no period is charged twice; a store charges by itself. All is one commit.
 */
export async function renew(sale: Sale, subscription: SubscriptionRow): Promise<void> {
  const { tx, now } = sale;
  const { id, order_id, source, amount, currency } = subscription;
  const period = subscription.period + 1;
  const starts_at = Math.max(subscription.ends_at, now);
  const place = buyerPlace(await placeFactsOf(tx, order_id));
  const ends_at = soldUntil(starts_at, { sold: soldIn(subscription), trialDays: null, place });
  const paid: Paid = { id: `chg_${id}_${period}`, period, amount, currency, starts_at, ends_at, at: now };
  if (source === "web") await keepRenewal(sale, subscription, paid);
  else await runOn(tx, subscription, paid);
}

/** What follows from a renewal that was paid: the plan runs on, and its owner gets a receipt. */
export async function keepRenewal(sale: Sale, subscription: SubscriptionRow, paid: Paid): Promise<void> {
  const { tx } = sale;
  const stored = await loadOrder(tx, subscription.order_id);
  if (!stored) return;
  await runOn(tx, subscription, paid);
  await guaranteeOnRenewal(tx, stored.row, subscription, paid.at);
  const charge: ChargeRow = { ...paid, subscription_id: subscription.id, state: "kept", given_back: 0, returned: 0 };
  await tx.insertInto("subscription_charges").values(charge).execute();
  await giveRenewalReceipt(sale, stored, charge);
}

/** A period that was paid late, after a later one, ends nothing sooner. */
async function runOn(tx: Tx, { id, order_id, source, ...row }: SubscriptionRow, paid: Paid): Promise<void> {
  const ends_at = Math.max(paid.ends_at, row.ends_at);
  const period_starts_at = ends_at === paid.ends_at ? paid.starts_at : row.period_starts_at;
  const period_worth = source === "web" ? soldIn(row).worth : 0;
  await tx
    .updateTable("subscriptions")
    .set({ state: "active", period: paid.period, period_starts_at, ends_at, is_trial: 0, failed_at: null })
    .set({ period_worth })
    .where("id", "=", id)
    .execute();
  await tx.updateTable("grants").set({ ends_at }).where("order_id", "=", order_id).execute();
}

import type { Tx } from "../store/database";
import { NOT_STOPPED } from "./one-renewal";
import { orderAtProvider } from "./provider/orders";
import type { SubscriptionRow } from "./tables";

type Closed = Pick<SubscriptionRow, "id" | "order_id" | "ends_at" | "driver">;

/** Ends a subscription and its grant at once, for good. */
export async function closeSubscription(
  tx: Tx,
  row: Closed,
  closing: Pick<SubscriptionRow, "state"> & Partial<Pick<SubscriptionRow, "replaced_by">>,
  now: number,
): Promise<void> {
  const { id, order_id, ends_at } = row;
  await orderAtProvider(tx, row, "end_now", now);
  await tx
    .updateTable("subscriptions")
    .set({ ...closing, ...NOT_STOPPED, ends_at: Math.min(ends_at, now), paid_until: null })
    .set({ withdraw_until: null, money_back_until: null })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("grants")
    .set({ ends_at: now })
    .where("order_id", "=", order_id)
    .where("ends_at", ">", now)
    .execute();
}

/** Gives back what the renewals of a refunded order took, and ends its subscription. */
export async function closeRefunded(tx: Tx, orderId: string, now: number): Promise<void> {
  const row = await tx.selectFrom("subscriptions").selectAll().where("order_id", "=", orderId).executeTakeFirst();
  if (!row || row.state === "withdrawn") return;
  await refundCharges(tx, row.id, 0);
  await closeSubscription(tx, row, { state: "ended" }, now);
}

/** Gives back the charges of all periods after one. */
export const refundCharges = (tx: Tx, subscriptionId: string, afterPeriod: number) =>
  tx
    .updateTable("subscription_charges")
    .set({ state: "refunded" })
    .where("subscription_id", "=", subscriptionId)
    .where("period", ">", afterPeriod)
    .execute();

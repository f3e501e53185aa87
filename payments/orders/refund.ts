import type { Sale } from "../catalogue/sale";
import { closeRefunded } from "../subscriptions/close";
import { bringRenewalsBack } from "../subscriptions/one-renewal";
import { endUngranted } from "../subscriptions/provider/orders";
import { settleOrder } from "./advance";
import { recordEvent } from "./record";

/** Gives all money of an order and of its renewals back, ends its subscription, brings back the renewals that it stopped, and marks its conversion. */
export async function refundOrder(sale: Sale, orderId: string): Promise<void> {
  const { tx, now } = sale;
  const stored = await settleOrder(sale, orderId);
  if (!stored) return;
  await recordEvent(tx, stored, { type: "refunded" }, now);
  await closeRefunded(tx, orderId, now);
  await endUngranted(tx, orderId, now);
  await bringRenewalsBack(tx, stored.row, now);
  await tx
    .updateTable("conversions")
    .set({ refunded_at: now })
    .where("order_id", "=", orderId)
    .where("refunded_at", "is", null)
    .execute();
}

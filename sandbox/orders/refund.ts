import type { Tx } from "../store/database";
import { recordEvent } from "./record";
import { syncWithin } from "./settle";

/** Gives all money of an order back, and marks its conversion. */
export async function refundOrder(tx: Tx, orderId: string, now: number): Promise<void> {
  const stored = await syncWithin(tx, orderId, now);
  if (!stored) return;
  await recordEvent(tx, stored, { type: "refunded" }, now);
  await tx
    .updateTable("conversions")
    .set({ refunded_at: now })
    .where("order_id", "=", orderId)
    .where("refunded_at", "is", null)
    .execute();
}

import type { Tx } from "../../../payments/store/database";
import { withSandbox } from "../../tables";
import { deliverWebhooks } from "./due-reports";

/** What the providers of an order would say later they say now, by the webhooks that would have come. */
export async function reportNow(tx: Tx, orderId: string, now: number): Promise<void> {
  for (const time of ["due_at", "webhook_at"] as const)
    await withSandbox(tx)
      .updateTable("due_reports")
      .set({ [time]: now })
      .where("order_id", "=", orderId)
      .where(time, ">", now)
      .execute();
  await deliverWebhooks(tx, orderId, now);
}

/** The time that an order is open for is over. */
export async function expireNow(tx: Tx, orderId: string, now: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ expires_at: now })
    .where("id", "=", orderId)
    .where("expires_at", ">", now)
    .execute();
}

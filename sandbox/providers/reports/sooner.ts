import type { Sale } from "../../../payments/catalogue/sale";
import { withSandbox } from "../../tables";
import { deliverWebhooks } from "./due-reports";

/** What the providers of an order would say later they say now, by the webhooks that would have come. */
export async function reportNow(sale: Sale, orderId: string): Promise<void> {
  const { tx, now } = sale;
  for (const time of ["due_at", "webhook_at"] as const)
    await withSandbox(tx)
      .updateTable("due_reports")
      .set({ [time]: now })
      .where("order_id", "=", orderId)
      .where(time, ">", now)
      .execute();
  await deliverWebhooks(sale, orderId);
}

/** The time that an order is open for is over. */
export async function expireNow({ tx, now }: Sale, orderId: string): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ expires_at: now })
    .where("id", "=", orderId)
    .where("expires_at", ">", now)
    .execute();
}

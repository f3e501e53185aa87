import { type OrderEvent, reduceOrder } from "../machine/order";
import type { Tx } from "../store/database";
import { loadOrder, type StoredOrder, saveOrder } from "../store/orders";
import { isPaidByOtherOrder } from "./paid-by-other-order";
import type { RecordedEvent } from "./recorded-event";
import type { Delivery } from "./reports/report";

/** Applies one event to an order and writes it to the event log, both in the caller's transaction. */
export async function recordEvent(
  tx: Tx,
  stored: StoredOrder,
  event: OrderEvent,
  at: number,
  providerEventId: string | null = null,
): Promise<void> {
  const next = reduceOrder(stored.order, event);
  const recorded: RecordedEvent = { before: stored.order.state, after: next.state, event };
  await saveOrder(tx, stored.row.id, next);
  await tx
    .insertInto("events")
    .values({
      order_id: stored.row.id,
      attempt_id: "attemptId" in event ? event.attemptId : null,
      provider_event_id: providerEventId,
      type: event.type === "reported" ? event.report.type : event.type,
      detail: JSON.stringify(recorded),
      at,
    })
    .execute();
}

/** Applies a provider's webhook, once per event id, in whatever order webhooks arrive. */
export async function receiveDelivery(tx: Tx, delivery: Delivery, at: number): Promise<void> {
  const known = await tx
    .selectFrom("events")
    .select("seq")
    .where("provider_event_id", "=", delivery.eventId)
    .executeTakeFirst();
  const stored = await loadOrder(tx, delivery.orderId);
  if (known || !stored) return;
  const { attemptId, report } = delivery;
  const full =
    report.type === "captured" ? { ...report, paidElsewhere: await isPaidByOtherOrder(tx, stored.row) } : report;
  await recordEvent(tx, stored, { type: "reported", attemptId, report: full }, at, delivery.eventId);
}

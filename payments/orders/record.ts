import { type OrderEvent, reduceOrder } from "../machine/order";
import { orderStates } from "../metrics/counters";
import type { Tx } from "../store/database";
import { type StoredOrder, saveOrder, withState } from "../store/orders";
import type { RecordedEvent } from "./recorded-event";

/**
 * Applies one event to an order and writes it to the event log, both in the caller's transaction.
 * @returns the order as it is then, with the attempts that it was loaded with
 */
export async function recordEvent(
  tx: Tx,
  stored: StoredOrder,
  event: OrderEvent,
  at: number,
  providerEventId: string | null = null,
): Promise<StoredOrder> {
  const next = reduceOrder(stored.order, event);
  const recorded: RecordedEvent = { before: stored.order.state, after: next.state, event };
  await saveOrder(tx, stored.row.id, stored.order, next);
  // Where the transaction fails after this, it was counted all the same: too seldom to matter.
  if (next.state !== stored.order.state) orderStates.add({ state: next.state });
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
  return withState(stored, next);
}

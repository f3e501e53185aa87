import { randomUUID } from "node:crypto";
import type { Tx } from "../store/database";
import type { AttemptRow } from "../store/schema";
import { receiveDelivery } from "./record";
import type { Delivery, ProviderReport } from "./report";

/** What a provider reports, at once or later. */
export interface Reported {
  report: ProviderReport;
  afterSeconds?: number;
  /** Overrides the fresh event id: the same delivery again. */
  eventId?: string;
}

type Attempt = Pick<AttemptRow, "id" | "order_id">;

/** Delivers what a provider reports about an attempt, in this order; what comes later waits in the database. */
export async function deliver(tx: Tx, attempt: Attempt, reports: readonly Reported[], now: number): Promise<void> {
  for (const { report, afterSeconds, eventId = randomUUID() } of reports) {
    const delivery: Delivery = { eventId, orderId: attempt.order_id, attemptId: attempt.id, report };
    if (afterSeconds === undefined) await receiveDelivery(tx, delivery, now);
    else await deliverLater(tx, delivery, now + afterSeconds * 1000);
  }
}

const deliverLater = (tx: Tx, { eventId, orderId, attemptId, report }: Delivery, due_at: number) =>
  tx
    .insertInto("due_reports")
    .values({ id: eventId, order_id: orderId, attempt_id: attemptId, due_at, report: JSON.stringify(report) })
    .execute();

/** An attempt captures once under one id, so even two approvals that race are one charge. */
export const captured = (
  { id, amount, currency }: Pick<AttemptRow, "id" | "amount" | "currency">,
  which = "first",
): ProviderReport => ({ type: "captured", captureId: `cap_${id}_${which}`, paid: { amount, currency } });

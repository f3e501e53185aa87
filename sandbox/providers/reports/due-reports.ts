import type { Selectable } from "kysely";
import { type AttemptEvent, reduceAttempt } from "../../../payments/machine/attempt";
import { isSameMoney, type Money } from "../../../payments/machine/money";
import type { Tx } from "../../../payments/store/database";
import type { AttemptRow, Tables } from "../../../payments/store/schema";
import { receiveDelivery } from "../../../payments/orders/reports/receive";
import { type ProviderReport, providerReport } from "../../../payments/orders/reports/report";

type DueReport = Selectable<Tables["due_reports"]>;

/** Takes in the webhooks of an order that have arrived by now. */
export async function deliverWebhooks(tx: Tx, orderId: string, now: number): Promise<void> {
  const arrived = await dueReportsOf(tx, orderId)
    .where("webhook_at", "<=", now)
    .orderBy("webhook_at")
    .orderBy("seq")
    .execute();
  for (const row of arrived) {
    await receive(tx, row, now);
    await tx.deleteFrom("due_reports").where("id", "=", row.id).execute();
  }
}

/**
 * Applies what the provider would say if asked now. A webhook that is still under way is delivered later, and ignored
 * as already known.
 */
export async function askProvider(tx: Tx, orderId: string, now: number): Promise<void> {
  const said = await dueReportsOf(tx, orderId).where("due_at", "<=", now).orderBy("due_at").orderBy("seq").execute();
  for (const row of said) await receive(tx, row, now);
  await tx
    .deleteFrom("due_reports")
    .where("order_id", "=", orderId)
    .where("due_at", "<=", now)
    .where((eb) => eb.or([eb("webhook_at", "is", null), eb("webhook_at", "<=", now)]))
    .execute();
}

/** An attempt as its provider knows it, ahead of late or missing webhooks. */
export async function asProviderKnows(tx: Tx, attempt: AttemptRow, now: number): Promise<AttemptRow> {
  const known = await dueReportsOf(tx, attempt.order_id)
    .where("attempt_id", "=", attempt.id)
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .orderBy("seq")
    .execute();
  return known.map(reportIn).reduce(afterReport, attempt);
}

const dueReportsOf = (tx: Tx, orderId: string) =>
  tx.selectFrom("due_reports").selectAll().where("order_id", "=", orderId);

const reportIn = ({ report }: DueReport): ProviderReport => providerReport.parse(JSON.parse(report));

const receive = (tx: Tx, row: DueReport, now: number): Promise<void> =>
  receiveDelivery(
    tx,
    { eventId: row.event_id, orderId: row.order_id, attemptId: row.attempt_id, report: reportIn(row) },
    now,
  );

function afterReport(attempt: AttemptRow, report: ProviderReport): AttemptRow {
  const { state, bucket } = attempt;
  const before = state === "declined" ? { state, bucket: bucket ?? "unknown_outcome" } : { state };
  const after = reduceAttempt(before, eventOf(attempt, report));
  return { ...attempt, state: after.state, bucket: after.state === "declined" ? after.bucket : null };
}

function eventOf(price: Money, report: ProviderReport): AttemptEvent {
  if (report.type !== "captured") return report;
  return { type: isSameMoney(price, report.paid) ? "captured" : "mismatched" };
}

import type { Selectable } from "kysely";
import type { Sale } from "../../../payments/catalogue/sale";
import type { PaymentStanding } from "../../../payments/drivers/driver";
import { type AttemptEvent, reduceAttempt } from "../../../payments/machine/attempt";
import { isSameMoney, type Money } from "../../../payments/machine/money";
import { receiveDelivery } from "../../../payments/orders/reports/receive";
import { type ProviderReport, providerReport } from "../../../payments/orders/reports/report";
import type { AttemptRow } from "../../../payments/orders/tables";
import type { Db, Tx } from "../../../payments/store/database";
import { type DueReportsTable, withSandbox } from "../../tables";

type DueReport = Selectable<DueReportsTable>;

/** Takes in the webhooks of an order that have arrived by now. */
export async function deliverWebhooks(sale: Sale, orderId: string): Promise<void> {
  const { tx, now } = sale;
  const arrived = await dueReportsOf(tx, orderId)
    .where("webhook_at", "<=", now)
    .orderBy("webhook_at")
    .orderBy("seq")
    .execute();
  for (const row of arrived) {
    await receive(sale, row);
    await withSandbox(tx).deleteFrom("due_reports").where("id", "=", row.id).execute();
  }
}

/** What the provider says of an attempt if it is asked now. A webhook that is still under way is delivered later, and known by then. */
export async function newsOf(db: Db, attemptId: string, now: number): Promise<PaymentStanding["reports"]> {
  const said = await withSandbox(db)
    .selectFrom("due_reports")
    .selectAll()
    .where("attempt_id", "=", attemptId)
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .orderBy("seq")
    .execute();
  return said.map((row) => ({ ...reportIn(row), at: row.due_at, eventId: row.event_id }));
}

/** Orders of which a webhook has arrived, or of which providers have news that no webhook will tell once they are over. */
export async function ordersWithNews(db: Db, now: number): Promise<{ arrived: string[]; silent: string[] }> {
  const arrived = await withSandbox(db)
    .selectFrom("due_reports")
    .select("order_id")
    .distinct()
    .where("webhook_at", "<=", now)
    .execute();
  const silent = await withSandbox(db)
    .selectFrom("due_reports")
    .innerJoin("orders", "orders.id", "due_reports.order_id")
    .select("order_id")
    .distinct()
    .where("webhook_at", "is", null)
    .where("due_at", "<=", now)
    .where("expires_at", "<=", now)
    .execute();
  return { arrived: arrived.map(({ order_id }) => order_id), silent: silent.map(({ order_id }) => order_id) };
}

/** Forgets what an order's providers were asked about and said, where no webhook is to tell it again. */
export const forgetSaid = (tx: Tx, orderId: string, now: number) =>
  withSandbox(tx)
    .deleteFrom("due_reports")
    .where("order_id", "=", orderId)
    .where("webhook_at", "is", null)
    .where("due_at", "<=", now)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("events").select("seq").whereRef("events.provider_event_id", "=", "due_reports.event_id")),
    )
    .execute();

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
  withSandbox(tx).selectFrom("due_reports").selectAll().where("order_id", "=", orderId);

const reportIn = ({ report }: DueReport): ProviderReport => providerReport.parse(JSON.parse(report));

const receive = (sale: Sale, row: DueReport): Promise<void> =>
  receiveDelivery(sale, {
    eventId: row.event_id,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    report: reportIn(row),
  });

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

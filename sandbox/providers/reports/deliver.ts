import { randomUUID } from "node:crypto";
import type { Sale } from "../../../payments/catalogue/sale";
import type { ProviderReport } from "../../../payments/orders/reports/report";
import type { AttemptRow } from "../../../payments/orders/tables";
import type { Tx } from "../../../payments/store/database";
import { readSandboxSettings } from "../../settings";
import { withSandbox } from "../../tables";
import { deliverWebhooks } from "./due-reports";
import { deliveriesOf, type Planned, type Reported, type Webhooks } from "./webhooks";

type AttemptIds = Pick<AttemptRow, "id" | "order_id">;

/** Stores a provider's reports about an attempt, to be delivered as its webhook settings say. */
export async function deliver(sale: Sale, attempt: AttemptIds, reports: readonly Reported[]): Promise<void> {
  const { tx, now } = sale;
  const planned = deliveriesOf(reports, await webhooksFor(tx, attempt));
  for (const [seq, one] of planned.entries()) await insertReport(tx, attempt, { ...one, seq }, now);
  await deliverWebhooks(sale, attempt.order_id);
}

/** The webhook settings of the attempt's provider, else those for all. */
async function webhooksFor(tx: Tx, { id }: AttemptIds): Promise<Webhooks> {
  const settings = await readSandboxSettings(tx);
  const row = await tx.selectFrom("attempts").select("provider").where("id", "=", id).executeTakeFirst();
  const own = row?.provider ? settings[`webhooks_${row.provider}`] : "";
  return { mode: own || settings.webhooks, lateSeconds: settings.webhooks_late_seconds };
}

async function insertReport(
  tx: Tx,
  attempt: AttemptIds,
  planned: Planned & { seq: number },
  now: number,
): Promise<void> {
  const { eventId, report, afterSeconds, webhookAfterSeconds, seq } = planned;
  await withSandbox(tx)
    .insertInto("due_reports")
    .values({
      id: randomUUID(),
      event_id: eventId,
      order_id: attempt.order_id,
      attempt_id: attempt.id,
      due_at: now + afterSeconds * 1000,
      webhook_at: webhookAfterSeconds === null ? null : now + webhookAfterSeconds * 1000,
      seq,
      report: JSON.stringify(report),
    })
    .execute();
}

/** A capture's id is made of the attempt's, so two approvals at once are one charge. */
export const captured = (
  { id, amount, currency }: Pick<AttemptRow, "id" | "amount" | "currency">,
  which = "first",
): ProviderReport => ({ type: "captured", captureId: `cap_${id}_${which}`, paid: { amount, currency } });

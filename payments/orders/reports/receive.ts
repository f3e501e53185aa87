import type { Sale } from "../../catalogue/sale";
import { paidTwiceMail } from "../../mail/paid-twice-letter";
import { writeMail } from "../../mail/write";
import { noteMoneyBack } from "../../refunds/note-money-back";
import type { Tx } from "../../store/database";
import { loadOrder, type StoredOrder } from "../../store/orders";
import type { AskedAttempt } from "../ask-providers";
import { endLostAttempts } from "../lost-attempts";
import { isPaidByOtherOrder } from "../paid-by-other-order";
import { recordEvent } from "../record";
import type { AttemptRow } from "../tables";
import { type Delivery, type ProviderReport, providerReport } from "./report";

/** Applies what a provider says of an attempt. The same fact has the same id, however often and by whatever way it is heard. */
export async function receiveStanding(sale: Sale, { attempt, standing }: AskedAttempt): Promise<void> {
  const { id: attemptId, order_id: orderId } = attempt;
  if (standing.subscription !== undefined) await keepReference(sale.tx, attempt, standing.subscription);
  for (const { eventId, ...said } of standing.reports) {
    const report = providerReport.safeParse(said);
    if (!report.success) continue;
    const delivery = { eventId: eventId ?? idOf(attemptId, report.data), orderId, attemptId, report: report.data };
    await receiveDelivery(sale, delivery);
  }
  if (attempt.provider !== null) await noteMoneyBack(sale, { driver: attempt.provider, orderId }, standing.reports);
}

/** The subscription that a payment began, also where it becomes known later. */
async function keepReference(tx: Tx, { id, subscription_reference }: AttemptRow, reference: string): Promise<void> {
  // A buyer who only looks once more costs no write.
  if (subscription_reference !== reference)
    await tx.updateTable("attempts").set({ subscription_reference: reference }).where("id", "=", id).execute();
  await tx
    .updateTable("subscriptions")
    .set({ reference, rung: 1 })
    .where("order_id", "in", tx.selectFrom("grants").select("order_id").where("attempt_id", "=", id))
    .where("driver", "is not", null)
    .where("reference", "is", null)
    .execute();
}

function idOf(attemptId: string, report: ProviderReport): string {
  if (report.type === "captured") return `${attemptId}.captured.${report.captureId}`;
  return report.type === "declined" ? `${attemptId}.declined.${report.bucket}` : `${attemptId}.${report.type}`;
}

/** Applies a provider's report, once per event id, in whatever order webhooks arrive. */
export async function receiveDelivery(sale: Sale, delivery: Delivery): Promise<void> {
  const { tx, now } = sale;
  const { eventId, orderId, attemptId, report } = delivery;
  const known = await tx.selectFrom("events").select("seq").where("provider_event_id", "=", eventId).executeTakeFirst();
  const stored = known ? undefined : await loadOrder(tx, orderId);
  if (!stored) return;
  if (report.type === "captured") await receiveCapture(sale, stored, { ...delivery, report });
  else await recordEvent(tx, stored, { type: "reported", attemptId, report }, now, eventId);
}

type CaptureDelivery = Omit<Delivery, "report"> & { report: Extract<ProviderReport, { type: "captured" }> };

/** What follows from money that was kept, or that was taken a second time and goes back by itself. */
async function receiveCapture(sale: Sale, stored: StoredOrder, delivery: CaptureDelivery): Promise<void> {
  const { tx, now } = sale;
  const { eventId, orderId, attemptId, report } = delivery;
  const paidElsewhere = await isPaidByOtherOrder(tx, stored.row, report.paid);
  const { at: takenAt, ...taken } = report;
  const event = { type: "reported", attemptId, report: { ...taken, paidElsewhere } } as const;
  await recordEvent(tx, stored, event, now, eventId);
  await noteTime(tx, report.captureId, takenAt ?? now);
  const after = await loadOrder(tx, orderId);
  if (!after) return;
  const isNew = !stored.order.captures.some(({ id }) => id === report.captureId);
  const capture = after.order.captures.find(({ id }) => id === report.captureId);
  if (isNew && capture?.state === "kept") await endLostAttempts(tx, orderId, now);
  if (isNew && paidElsewhere && capture?.state === "refunded" && report.paid.amount > 0)
    await writeMail(sale, paidTwiceMail(after, report));
}

const noteTime = (tx: Tx, captureId: string, taken_at: number) =>
  tx.updateTable("captures").set({ taken_at }).where("id", "=", captureId).where("taken_at", "is", null).execute();

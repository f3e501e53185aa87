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
import { type Delivery, type ProviderReport, providerReport } from "./report";

/** Applies what a provider says of an attempt. The same fact has the same id, however often and by whatever way it is heard. */
export async function receiveStanding(
  sale: Sale,
  { attempt, standing }: AskedAttempt,
  loaded: StoredOrder | undefined,
): Promise<StoredOrder | undefined> {
  const { id: attemptId, order_id: orderId, provider } = attempt;
  let stored = loaded && (await keepReference(sale.tx, loaded, attemptId, standing.subscription));
  for (const { eventId, ...said } of standing.reports) {
    const report = providerReport.safeParse(said).data;
    if (report === undefined || stored === undefined) continue;
    stored = await receiveReport(sale, stored, { eventId: eventId ?? idOf(attemptId, report), attemptId, report });
  }
  if (provider !== null) await noteMoneyBack(sale, { driver: provider, orderId }, standing.reports);
  return stored;
}

/** The subscription that a payment began, also where it becomes known later. */
async function keepReference(
  tx: Tx,
  stored: StoredOrder,
  id: string,
  reference: string | undefined,
): Promise<StoredOrder> {
  if (reference === undefined) return stored;
  // A buyer who only looks once more costs no write.
  if (!stored.attempts.some((one) => one.id === id && one.subscription_reference === reference))
    await tx.updateTable("attempts").set({ subscription_reference: reference }).where("id", "=", id).execute();
  const ofOrder = tx.selectFrom("grants").select("order_id").where("order_id", "=", stored.row.id);
  const granted = ofOrder.where("attempt_id", "=", id);
  if (stored.order.grant === "given")
    await tx
      .updateTable("subscriptions")
      .set({ reference, rung: 1 })
      .where("order_id", "in", granted)
      .where("driver", "is not", null)
      .where("reference", "is", null)
      .execute();
  const attempts = stored.attempts.map((one) => (one.id === id ? { ...one, subscription_reference: reference } : one));
  return { ...stored, attempts };
}

function idOf(attemptId: string, report: ProviderReport): string {
  if (report.type === "captured") return `${attemptId}.captured.${report.captureId}`;
  return report.type === "declined" ? `${attemptId}.declined.${report.bucket}` : `${attemptId}.${report.type}`;
}

/** Applies a provider's report, once per event id, in whatever order webhooks arrive. */
export async function receiveDelivery(sale: Sale, { orderId, ...delivery }: Delivery): Promise<void> {
  const stored = await loadOrder(sale.tx, orderId);
  if (stored) await receiveReport(sale, stored, delivery);
}

type ReportDelivery = Omit<Delivery, "orderId">;

/** The same for an order that this transaction has loaded. @returns it as it is then */
export async function receiveReport(sale: Sale, stored: StoredOrder, delivery: ReportDelivery): Promise<StoredOrder> {
  const { tx, now } = sale;
  const { eventId, attemptId, report } = delivery;
  const known = await tx.selectFrom("events").select("seq").where("provider_event_id", "=", eventId).executeTakeFirst();
  if (known) return stored;
  if (report.type === "captured") return receiveCapture(sale, stored, { ...delivery, report });
  return recordEvent(tx, stored, { type: "reported", attemptId, report }, now, eventId);
}

type CaptureDelivery = Omit<ReportDelivery, "report"> & { report: Extract<ProviderReport, { type: "captured" }> };

/** What follows from money that was kept, or that was taken a second time and goes back by itself. */
async function receiveCapture(sale: Sale, stored: StoredOrder, delivery: CaptureDelivery): Promise<StoredOrder> {
  const { tx, now } = sale;
  const { eventId, attemptId, report } = delivery;
  const paidElsewhere = await isPaidByOtherOrder(tx, stored.row, report.paid);
  const { at: takenAt, ...taken } = report;
  const event = { type: "reported", attemptId, report: { ...taken, paidElsewhere } } as const;
  const after = await recordEvent(tx, stored, event, now, eventId);
  await noteTime(tx, report.captureId, takenAt ?? now);
  const isNew = !stored.order.captures.some(({ id }) => id === report.captureId);
  const capture = after.order.captures.find(({ id }) => id === report.captureId);
  if (isNew && capture?.state === "kept") await endLostAttempts(tx, after, now);
  if (isNew && paidElsewhere && capture?.state === "refunded" && report.paid.amount > 0)
    await writeMail(sale, paidTwiceMail(after, report));
  return after;
}

const noteTime = (tx: Tx, captureId: string, taken_at: number) =>
  tx.updateTable("captures").set({ taken_at }).where("id", "=", captureId).where("taken_at", "is", null).execute();

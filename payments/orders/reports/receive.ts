import { paidTwiceMail } from "../../mail/paid-twice-letter";
import { writeMail } from "../../mail/write";
import type { Tx } from "../../store/database";
import { loadOrder, type StoredOrder } from "../../store/orders";
import { endLostAttempts } from "../lost-attempts";
import { isPaidByOtherOrder } from "../paid-by-other-order";
import { recordEvent } from "../record";
import type { Delivery, ProviderReport } from "./report";

/** Applies a provider's webhook, once per event id, in whatever order webhooks arrive. */
export async function receiveDelivery(tx: Tx, delivery: Delivery, at: number): Promise<void> {
  const { eventId, orderId, attemptId, report } = delivery;
  const known = await tx.selectFrom("events").select("seq").where("provider_event_id", "=", eventId).executeTakeFirst();
  const stored = await loadOrder(tx, orderId);
  if (known || !stored) return;
  if (report.type === "captured") await receiveCapture(tx, stored, { ...delivery, report }, at);
  else await recordEvent(tx, stored, { type: "reported", attemptId, report }, at, eventId);
}

type CaptureDelivery = Omit<Delivery, "report"> & { report: Extract<ProviderReport, { type: "captured" }> };

/** What follows from money that was kept, or that was taken a second time and goes back by itself. */
async function receiveCapture(tx: Tx, stored: StoredOrder, delivery: CaptureDelivery, at: number): Promise<void> {
  const { eventId, orderId, attemptId, report } = delivery;
  const paidElsewhere = await isPaidByOtherOrder(tx, stored.row, report.paid);
  const event = { type: "reported", attemptId, report: { ...report, paidElsewhere } } as const;
  await recordEvent(tx, stored, event, at, eventId);
  const after = await loadOrder(tx, orderId);
  if (!after) return;
  const isNew = !stored.order.captures.some(({ id }) => id === report.captureId);
  const capture = after.order.captures.find(({ id }) => id === report.captureId);
  if (isNew && capture?.state === "kept") await endLostAttempts(tx, orderId, at);
  if (isNew && paidElsewhere && capture?.state === "refunded" && report.paid.amount > 0)
    await writeMail(tx, paidTwiceMail(after, report), at);
}

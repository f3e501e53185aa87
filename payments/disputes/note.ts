import type { DisputeFact } from "../drivers/driver";
import { noteLost } from "../refunds/returned";
import { sumOf } from "../refunds/taken";
import type { Tx } from "../store/database";
import { keepOrPause } from "./access";

/** Notes a dispute as its provider tells it now; and, by the operator's rule, who may use the service. */
export async function noteDispute(
  tx: Tx,
  { driver, orderId: order_id }: { driver: string; orderId: string },
  { captureId: capture_id, disputeId: id, state, money, reason, evidenceBy }: DisputeFact,
  now: number,
): Promise<void> {
  const told = { state, ...money, reason, evidence_by: evidenceBy ?? null };
  await tx
    .insertInto("disputes")
    .values({ id, driver, capture_id, order_id, ...told, noted_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(told))
    .execute();
  await noteLostOf(tx, capture_id);
  await keepOrPause(tx, order_id, now);
}

async function noteLostOf(tx: Tx, captureId: string): Promise<void> {
  const lost = await tx
    .selectFrom("disputes")
    .select("amount")
    .where("capture_id", "=", captureId)
    .where("state", "=", "lost")
    .execute();
  if (lost.length > 0) await noteLost(tx, captureId, sumOf(lost.map(({ amount }) => amount)));
}

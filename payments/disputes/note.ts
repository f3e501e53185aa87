import type { DisputeFact } from "../drivers/driver";
import { sumOf } from "../machine/money";
import { noteLost } from "../refunds/returned";
import type { Tx } from "../store/database";
import { keepOrPause } from "./access";
import { gatherEvidence } from "./evidence";

/** Notes a dispute as its provider tells it now; and, by the operator's rule, who may use the service. */
export async function noteDispute(
  tx: Tx,
  { driver, orderId: order_id }: { driver: string; orderId: string },
  { captureId: capture_id, disputeId: id, state, money, reason, evidenceBy }: DisputeFact,
  now: number,
): Promise<void> {
  const known = await tx.selectFrom("disputes").select("id").where("id", "=", id).executeTakeFirst();
  const told = { state, ...money, reason, evidence_by: evidenceBy ?? null };
  await tx
    .insertInto("disputes")
    .values({ id, driver, capture_id, order_id, ...told, noted_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(told))
    .execute();
  if (known === undefined) await keepEvidence(tx, id, order_id, now);
  await noteLostOf(tx, capture_id);
  await keepOrPause(tx, order_id, now);
}

/** As it stands before anything follows: what changes or is deleted later is still known. A row that cannot be read stops no dispute. */
async function keepEvidence(tx: Tx, id: string, orderId: string, now: number): Promise<void> {
  const gathered = await gatherEvidence(tx, orderId, now).catch((error: unknown) => ({ not_gathered: String(error) }));
  const evidence = JSON.stringify(gathered);
  await tx.updateTable("disputes").set({ evidence }).where("id", "=", id).execute();
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

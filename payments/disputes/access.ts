import type { Tx } from "../store/database";
import { readSettings } from "../store/settings";

/**
 * Ends what an order granted while one of its payments is disputed, or after that was lost, where the operator has chosen so; and brings it
 * back once all are won.
 */
export async function keepOrPause(tx: Tx, orderId: string, now: number): Promise<void> {
  const disputes = await tx.selectFrom("disputes").selectAll().where("order_id", "=", orderId).execute();
  const paused = disputes.find(({ paused_until }) => paused_until !== null);
  const against = disputes.find(({ state }) => state !== "won");
  if (against === undefined && paused !== undefined) await resume(tx, orderId, paused.paused_until ?? now);
  if (against === undefined || paused !== undefined) return;
  if ((await readSettings(tx)).dispute_access === "pause") await pause(tx, orderId, against.id, now);
}

async function pause(tx: Tx, orderId: string, disputeId: string, now: number): Promise<void> {
  const grant = await tx
    .selectFrom("grants")
    .select("ends_at")
    .where("order_id", "=", orderId)
    .where("ends_at", ">", now)
    .executeTakeFirst();
  if (grant === undefined) return;
  await tx.updateTable("grants").set({ ends_at: now }).where("order_id", "=", orderId).execute();
  await tx.updateTable("disputes").set({ paused_until: grant.ends_at }).where("id", "=", disputeId).execute();
}

/** What was refunded meanwhile stays ended; what a renewal has prolonged stays prolonged. */
async function resume(tx: Tx, orderId: string, until: number): Promise<void> {
  await tx
    .updateTable("grants")
    .set({ ends_at: until })
    .where("order_id", "=", orderId)
    .where("ends_at", "<", until)
    .where("order_id", "in", (eb) =>
      eb.selectFrom("orders").select("id").where("id", "=", orderId).where("state", "=", "done"),
    )
    .execute();
  await tx.updateTable("disputes").set({ paused_until: null }).where("order_id", "=", orderId).execute();
}

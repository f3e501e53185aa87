import type { DisputeFact } from "../drivers/driver";
import { creditedOf, issueCreditNote } from "../invoices/credit-notes";
import { sumOf } from "../machine/money";
import { noteLost } from "../refunds/returned";
import { lessBy } from "../refunds/taken";
import type { Tx } from "../store/database";
import { keepOrPause } from "./access";
import { gatherEvidence } from "./evidence";

/** Notes a dispute as its provider tells it now; and, by the operator's rule, who may use the service. */
export async function noteDispute(
  tx: Tx,
  { driver, orderId: order_id }: { driver: string; orderId: string },
  fact: DisputeFact,
  now: number,
): Promise<void> {
  const { captureId: capture_id, disputeId: id, state, money, reason, evidenceBy } = fact;
  const known = await tx.selectFrom("disputes").select("id").where("id", "=", id).executeTakeFirst();
  const told = { state, ...money, reason, evidence_by: evidenceBy ?? null };
  await tx
    .insertInto("disputes")
    .values({ id, driver, capture_id, order_id, ...told, noted_at: now })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(told))
    .execute();
  if (known === undefined) await keepEvidence(tx, id, order_id, now);
  if (await noteTaken(tx, { driver, order_id, issued_at: now }, fact)) await noteLostOf(tx, capture_id);
  await keepOrPause(tx, order_id, now);
}

/** As it stands before anything follows: what changes or is deleted later is still known. A row that cannot be read stops no dispute. */
async function keepEvidence(tx: Tx, id: string, orderId: string, now: number): Promise<void> {
  const gathered = await gatherEvidence(tx, orderId, now).catch((error: unknown) => ({ not_gathered: String(error) }));
  const evidence = JSON.stringify(gathered);
  await tx.updateTable("disputes").set({ evidence }).where("id", "=", id).execute();
}

/** Writes a credit note where a bank has taken money, or has brought it back, since the last one. @returns whether it has */
async function noteTaken(
  tx: Tx,
  about: { driver: string; order_id: string; issued_at: number },
  { captureId: capture_id, disputeId: source_id, state, money }: DisputeFact,
): Promise<boolean> {
  const amount = lessBy(state === "lost" ? money.amount : 0, await creditedOf(tx, source_id));
  if (amount === 0) return false;
  const kind = amount > 0 ? "dispute_lost" : "dispute_won";
  await issueCreditNote(tx, { kind, ...about, capture_id, source_id, amount, currency: money.currency });
  return true;
}

async function noteLostOf(tx: Tx, captureId: string): Promise<void> {
  const lost = await tx
    .selectFrom("disputes")
    .select("amount")
    .where("capture_id", "=", captureId)
    .where("state", "=", "lost")
    .execute();
  await noteLost(tx, captureId, sumOf(lost.map(({ amount }) => amount)));
}

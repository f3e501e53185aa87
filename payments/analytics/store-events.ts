import type { Db, Tx } from "../store/database";
import { readSettings } from "../store/settings";
import { PAY_RESULT } from "./event-row";
import type { NewAnalyticsEvent } from "./tables";

/**
 * Stores events, each once however often it is sent, and drops the oldest beyond the setting `analytics_kept`. Events that
 * report a payment are never dropped: the ledger counts them.
 */
export async function storeEvents(tx: Tx, rows: readonly NewAnalyticsEvent[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("analytics_events")
    .values([...rows])
    .onConflict((conflict) => conflict.column("event_id").doNothing())
    .execute();
  await tx
    .deleteFrom("analytics_events")
    .where("seq", "<=", await lastDropped(tx))
    .where("name", "<>", PAY_RESULT)
    .execute();
}

/** The `seq` up to which events are no longer stored; 0 or less where all are. */
export async function lastDropped(db: Db | Tx): Promise<number> {
  const { analytics_kept } = await readSettings(db);
  const { newest } = await db
    .selectFrom("analytics_events")
    .select((eb) => eb.fn.max("seq").as("newest"))
    .executeTakeFirstOrThrow();
  return (newest ?? 0) - analytics_kept;
}

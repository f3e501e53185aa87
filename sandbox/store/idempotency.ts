import { createHash } from "node:crypto";
import type { Db, Tx } from "./database";
import type { StoredOrder } from "./orders";

/** A hash of the facts, the same in any order of the fields. */
export function fingerprintOf(facts: Record<string, string | number | null>): string {
  const sorted = Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
}

type KeyUse = { kind: "new" } | { kind: "conflict" } | { kind: "repeat"; attemptId: string };

/** Only answered purchases use a key up: a refused one may be corrected and sent again under it. */
export async function lookUpKey(tx: Tx, key: string, fingerprint: string): Promise<KeyUse> {
  const row = await tx.selectFrom("idempotency_keys").selectAll().where("key", "=", key).executeTakeFirst();
  if (!row) return { kind: "new" };
  return row.fingerprint === fingerprint ? { kind: "repeat", attemptId: row.attempt_id } : { kind: "conflict" };
}

export const keepKey = (tx: Tx, key: string, fingerprint: string, attemptId: string, at: number) =>
  tx.insertInto("idempotency_keys").values({ key, fingerprint, attempt_id: attemptId, at }).execute();

/** The key under which an order's latest attempt was opened. */
export async function keyOf(db: Db, { attempts }: StoredOrder): Promise<string | undefined> {
  const latest = attempts.at(-1)?.id ?? "";
  const row = await db.selectFrom("idempotency_keys").select("key").where("attempt_id", "=", latest).executeTakeFirst();
  return row?.key;
}

/** Remembers that the buyer of a refused purchase was told of the order they have under way. */
export const keepTold = (tx: Tx, key: string, fingerprint: string, order_id: string) =>
  tx
    .insertInto("told_orders")
    .values({ key, fingerprint, order_id })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ fingerprint, order_id }))
    .execute();

/** The order that the buyer was told of when this purchase was sent before. */
export async function toldOrder(tx: Tx, key: string, fingerprint: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom("told_orders")
    .select("order_id")
    .where("key", "=", key)
    .where("fingerprint", "=", fingerprint)
    .executeTakeFirst();
  return row?.order_id;
}

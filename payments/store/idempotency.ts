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
export async function lookUpKey(db: Db | Tx, key: string, fingerprint: string): Promise<KeyUse> {
  const row = await db.selectFrom("idempotency_keys").selectAll().where("key", "=", key).executeTakeFirst();
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

/** What is remembered of a purchase that was refused. */
interface RefusedKey {
  key: string;
  /** The order event before the first call with this key. */
  since_event: number;
  /** The fingerprint of the purchase that was refused with an order under way; null: none was. */
  told_fingerprint: string | null;
}

/** Remembers when a refused key was first sent, and the last purchase that was refused with an order under way. */
export const keepRefused = (tx: Tx, { told_fingerprint, ...first }: RefusedKey) =>
  tx
    .insertInto("refused_keys")
    .values({ ...first, told_fingerprint })
    .onConflict((conflict) => {
      const known = conflict.column("key");
      return told_fingerprint === null ? known.doNothing() : known.doUpdateSet({ told_fingerprint });
    })
    .execute();

export const refusedKey = (tx: Tx, key: string): Promise<RefusedKey | undefined> =>
  tx.selectFrom("refused_keys").selectAll().where("key", "=", key).executeTakeFirst();

/** The number of the latest order event; 0: there is none yet. */
export async function latestEvent(db: Db): Promise<number> {
  const { seq } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  return seq ?? 0;
}

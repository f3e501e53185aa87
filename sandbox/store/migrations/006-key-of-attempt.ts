import type { Kysely, Migration } from "kysely";

/** A refused purchase is told the key of the attempt that is under way. */
export const keyOfAttempt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("idempotency_keys_attempt").on("idempotency_keys").column("attempt_id").execute();
  },
};

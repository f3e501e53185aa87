import type { Kysely, Migration } from "kysely";

/** For finding the key of the attempt under way, which a refused purchase is told. */
export const keyOfAttempt: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex("idempotency_keys_attempt").on("idempotency_keys").column("attempt_id").execute();
  },
};

import type { Kysely, Migration } from "kysely";

/** What the buyer agreed to with an attempt; of older ones nobody knows. */
export const agreements: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("attempts").addColumn("agreement", "text").execute();
  },
};

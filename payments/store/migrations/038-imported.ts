import { type Kysely, type Migration, sql } from "kysely";

/** Subscriptions that were sold elsewhere. */
export const imported: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subscriptions").addColumn("imported_as", "text").execute();
    await db.schema.alterTable("subscriptions").addColumn("imported_until", "integer").execute();
    await sql`create unique index subscriptions_imported on subscriptions (imported_as) where imported_as is not null`.execute(
      db,
    );
  },
};

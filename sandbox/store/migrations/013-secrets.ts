import { type Kysely, type Migration, sql } from "kysely";

/** The secrets of a database that copies share; a copy with a database of its own keeps them in files beside it. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("secrets")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .modifyEnd(sql`strict`)
      .execute();
  },
};

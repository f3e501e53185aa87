import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** The secrets of a database that copies share; a copy with a database of its own keeps them in files beside it. */
export const secrets: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("secrets")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
  },
};

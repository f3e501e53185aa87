import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** What operators did by hand. */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("audit")
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
      .addColumn("at", "integer", (c) => c.notNull())
      .addColumn("by", "text")
      .addColumn("because", "text")
      .addColumn("command", "text", (c) => c.notNull())
      .addColumn("about", "text", (c) => c.notNull())
      .addColumn("result", "text", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex("audit_about").on("audit").columns(["about", "id"]).execute();
  },
};

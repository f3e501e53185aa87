import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** What people have declared of whom nothing proves which contract is theirs. */
export const declarations: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("declarations")
      .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
      .addColumn("key", "text", (c) => c.notNull().unique())
      .addColumn("fingerprint", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("contract", "text", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("manner", "text")
      .addColumn("reason", "text")
      .addColumn("end_on", "text")
      .addColumn("language", "text")
      .addColumn("declared_at", "integer", (c) => c.notNull())
      .addColumn("mailed", "integer", (c) => c.notNull())
      .addColumn("done_at", "integer")
      .modifyEnd(strict)
      .execute();
  },
};

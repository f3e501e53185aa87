import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** Attempts at several providers, and the tokens of the bot check. Attempts from before were all made at `so`. */
export const providers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("attempts")
      .addColumn("provider", "text", (c) => c.defaultTo("so"))
      .execute();
    await db.schema
      .alterTable("attempts")
      .addColumn("reference", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await sql`update attempts set reference = id`.execute(db);
    await db.schema.createIndex("attempts_by_reference").on("attempts").column("reference").unique().execute();
    await db.schema
      .createTable("bot_check_tokens")
      .addColumn("token", "text", (c) => c.primaryKey())
      .addColumn("action", "text", (c) => c.notNull())
      .addColumn("expires_at", "integer", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
  },
};

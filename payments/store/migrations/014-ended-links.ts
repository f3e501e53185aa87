import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/**
 * When the owner of an account ended the links and keys of before. And which order an account was made for is not asked any more: an
 * order's key opens that order alone.
 */
export const endedLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("ended_links")
      .addColumn("user_id", "integer", (c) => c.primaryKey())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("good_from", "integer", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex("ended_links_by_email").on("ended_links").column("email").execute();
    await db.schema.alterTable("accounts").dropColumn("made_for").execute();
  },
};

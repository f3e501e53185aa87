import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** Tokens of app stores, and what has to be reported of them. */
export const storeReports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("store_tokens")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store", "text", (c) => c.notNull())
      .addColumn("origin", "text", (c) => c.notNull())
      .addColumn("token", "text")
      .addColumn("bundle_id", "text")
      .addColumn("storefront", "text")
      .addColumn("programme", "text")
      .addColumn("link", "text")
      .addColumn("token_type", "text")
      .addColumn("created_at", "integer", (c) => c.notNull())
      .addColumn("expires_at", "integer")
      .addColumn("arrived_at", "integer", (c) => c.notNull())
      .addColumn("duplicate_of", "text")
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable("attempt_tokens")
      .addColumn("attempt_id", "text", (c) => c.primaryKey())
      .addColumn("token_id", "text", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex("attempt_tokens_token").on("attempt_tokens").column("token_id").execute();
    await createReports(db);
  },
};

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("store_reports")
    .addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("event", "text", (c) => c.notNull().unique())
    .addColumn("token_id", "text", (c) => c.notNull())
    .addColumn("store", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("order_id", "text")
    .addColumn("line_item_id", "text")
    .addColumn("reference", "text")
    .addColumn("facts", "text")
    .addColumn("fee_percent", "text")
    .addColumn("fee_amount", "text")
    .addColumn("given_back", "real", (c) => c.notNull().defaultTo(0))
    .addColumn("noted_at", "integer", (c) => c.notNull())
    .addColumn("due_at", "integer", (c) => c.notNull())
    .addColumn("warned", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("request_id", "text")
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("problem", "text")
    .addColumn("reported_at", "integer")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("store_reports_token").on("store_reports").columns(["token_id", "seq"]).execute();
  await db.schema.createIndex("store_reports_waiting").on("store_reports").columns(["state", "next_try_at"]).execute();
  await db.schema.createIndex("store_reports_order").on("store_reports").columns(["order_id", "kind"]).execute();
}

import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** The codes that let an app into what an order bought, and the app that an order was made for. */
export const redemptions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("app_type", "integer").execute();
    await db.schema
      .createTable("redemptions")
      .addColumn("code_hash", "text", (c) => c.primaryKey())
      .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("made_at", "integer", (c) => c.notNull())
      .addColumn("expires_at", "integer", (c) => c.notNull())
      .addColumn("used_at", "integer")
      .modifyEnd(strict)
      .execute();
    await db.schema.createIndex("redemptions_of_an_order").on("redemptions").column("order_id").execute();
  },
};

import { type Kysely, type Migration, sql } from "kysely";

/** What a purchase and a round cost stays the same, however many orders there are. */
export const manyOrders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("grants")
      .addColumn("seen_for_stores", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update grants set seen_for_stores = 1 where order_id in (select order_id from store_reports)`.execute(db);
    await sql`create index grants_unseen on grants (order_id) where seen_for_stores = 0`.execute(db);
    await db.schema.createIndex("subscriptions_of_an_order").on("subscriptions").column("order_id").execute();
  },
};

import type { Kysely, Migration } from "kysely";

/** The time zone of an order's browser, and contracts that never renew beside those that do. */
export const timeZones: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("time_zone", "text").execute();
    await db.schema
      .alterTable("subscriptions")
      .addColumn("renews", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
  },
};

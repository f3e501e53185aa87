import type { Kysely, Migration } from "kysely";

/** Contracts that a month's notice ends before the end of what is paid, whose rest goes back then. Older ones have no such terms. */
export const notice: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("subscriptions")
      .addColumn("months_notice", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("subscriptions").addColumn("paid_until", "integer").execute();
    await db.schema
      .alterTable("subscription_charges")
      .addColumn("given_back", "real", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};

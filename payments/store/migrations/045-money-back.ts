import type { Kysely, Migration } from "kysely";

/** Until when a brand's own guarantee gives the money back. */
export const moneyBackUntil: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subscriptions").addColumn("money_back_until", "integer").execute();
  },
};

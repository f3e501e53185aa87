import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** The order under way that a refused purchase's buyer was told of. */
export const toldOrders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("told_orders")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("fingerprint", "text", (c) => c.notNull())
      .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
      .modifyEnd(strict)
      .execute();
  },
};

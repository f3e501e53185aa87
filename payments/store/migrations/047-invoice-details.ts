import type { Kysely, Migration } from "kysely";
import { strict } from "../dialect";

/** Further versions of invoices, made out as their buyers say. */
export const invoiceDetails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("invoice_details")
      .addColumn("invoice_number", "integer", (c) => c.notNull().references("invoices.number"))
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("name", "text")
      .addColumn("company", "text")
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("vat_id", "text")
      .addColumn("written_at", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("one_of_each_version", ["invoice_number", "version"])
      .modifyEnd(strict)
      .execute();
  },
};

import { type Kysely, type Migration, sql } from "kysely";
import { mailboxOf } from "../../../app/upstream/contract/values/mailbox";

/** The mailbox behind each order's e-mail, so that what a person may have only so often is found without reading all. */
export const mailboxes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("orders")
      .addColumn("mailbox", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    const { rows } = await sql<{ email: string }>`select distinct email from orders`.execute(db);
    for (const { email } of rows)
      await sql`update orders set mailbox = ${mailboxOf(email)} where email = ${email}`.execute(db);
    await sql`create index orders_by_mailbox on orders (mailbox)`.execute(db);
  },
};

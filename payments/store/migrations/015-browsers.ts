import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/**
 * Which browser opened an order, which order stopped a subscription's renewal, and when a mailbox was last written letters that
 * it gets only so often.
 */
export const browsers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("browser", "text").execute();
    await db.schema
      .alterTable("subscriptions")
      .addColumn("stopped_by", "text", (c) => c.references("orders.id"))
      .execute();
    await db.schema.alterTable("subscriptions").addColumn("letter_due", "text").execute();
    await sql`create index subscriptions_with_letter_due on subscriptions (letter_due) where letter_due is not null`.execute(
      db,
    );
    await sql`create index subscriptions_by_stopper on subscriptions (stopped_by)`.execute(db);
    await db.schema
      .createTable("last_letters")
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("mailbox", "text", (c) => c.notNull())
      .addColumn("at", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("one_last_letter", ["kind", "mailbox"])
      .modifyEnd(strict)
      .execute();
  },
};

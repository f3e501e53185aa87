import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/**
 * Every key whose purchase was refused, with the moment from which it is known; before, only those that were told of an
 * order under way. When they were told is not known any more, but it was after that order was opened. And the trials
 * among the attempts, for finding those of one mailbox.
 */
export const boughtOnce: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("refused_keys")
      .addColumn("key", "text", (c) => c.primaryKey())
      .addColumn("since_event", "integer", (c) => c.notNull())
      .addColumn("told_fingerprint", "text")
      .modifyEnd(strict)
      .execute();
    await sql`
      insert into refused_keys (key, since_event, told_fingerprint)
      select key, (select min(seq) from events where events.order_id = told_orders.order_id), fingerprint
      from told_orders
    `.execute(db);
    await db.schema.dropTable("told_orders").execute();
    await sql`create index attempts_with_trial on attempts (order_id) where trial_days is not null`.execute(db);
  },
};

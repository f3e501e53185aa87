import { type Kysely, type Migration, sql } from "kysely";

/** Which letter about a failed renewal was the last one. Of renewals that have failed by now the first one was sent. */
export const reminders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subscriptions").addColumn("reminded_day", "integer").execute();
    await sql`update subscriptions set reminded_day = 0 where failed_at is not null`.execute(db);
    await sql`create index subscriptions_past_due on subscriptions (failed_at) where state = 'past_due'`.execute(db);
  },
};

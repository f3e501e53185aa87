import { type Kysely, type Migration, sql } from "kysely";

/**
 * Which next payment an owner was told of: by its day, as a provider may move it, and no longer by the number of its period, whose column
 * stays for copies of the build before. And until when the card is good that it is to be taken from.
 */
export const notices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("subscriptions").addColumn("renews_at", "integer").execute();
    await db.schema.alterTable("subscriptions").addColumn("announced_end", "integer").execute();
    await db.schema.alterTable("subscriptions").addColumn("card_ends_at", "integer").execute();
    await db.schema.alterTable("subscriptions").addColumn("card_announced_end", "integer").execute();
    await sql`update subscriptions set announced_end = ends_at where announced_period = period`.execute(db);
    await sql`create index subscriptions_moved on subscriptions (renews_at) where renews_at is not null`.execute(db);
  },
};

import { type Kysely, type Migration, sql } from "kysely";

/** What a merchant has to show the bank of a buyer who takes their money back; and payments that no provider decides on are found at once. */
export const evidence: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("mails").addColumn("letter_id", "integer").execute();
    await db.schema.alterTable("order_letters").addColumn("taken_at", "integer").execute();
    await db.schema.alterTable("disputes").addColumn("evidence", "text").execute();
    await sql`create index attempts_processing on attempts (created_at) where state = 'processing'`.execute(db);
  },
};

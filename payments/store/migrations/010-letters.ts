import { type Kysely, type Migration, sql } from "kysely";

/** Mails have HTML beside their text, and are counted by their kind: subjects are in the reader's language. */
export const letters: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("mails").addColumn("html", "text").execute();
    await db.schema.alterTable("mails").addColumn("kind", "text").execute();
    await sql`update mails set kind = 'signIn' where subject = 'Your sign-in link'`.execute(db);
  },
};

import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** Who is at the operator's page, and forms that do their work once; and what else waits for a person is found at once. */
export const operatorPage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("operator_sessions")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("person", "text", (c) => c.notNull())
      .addColumn("started_at", "integer", (c) => c.notNull())
      .addColumn("seen_at", "integer", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable("operator_logins")
      .addColumn("state", "text", (c) => c.primaryKey())
      .addColumn("expires_at", "integer", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
    await db.schema.alterTable("audit").addColumn("form_key", "text").execute();
    await db.schema.createIndex("audit_of_a_form").on("audit").column("form_key").unique().execute();
    await sql`create index declarations_open on declarations (declared_at) where done_at is null`.execute(db);
    await sql`create index hook_events_failed on hook_events (received_at) where state = 'failed'`.execute(db);
  },
};

import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** Webhooks that have to be worked, and when providers are asked about payments of which none came. */
export const hooks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("hook_events")
      .addColumn("driver", "text", (c) => c.notNull())
      .addColumn("event_id", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("payment", "text")
      .addColumn("attempt_id", "text")
      .addColumn("capture_id", "text")
      .addColumn("subscription", "text")
      .addColumn("received_at", "integer", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
      .addColumn("next_try_at", "integer", (c) => c.notNull())
      .addColumn("problem", "text")
      .addPrimaryKeyConstraint("hook_events_key", ["driver", "event_id"])
      .modifyEnd(strict)
      .execute();
    await sql`create index hook_events_waiting on hook_events (next_try_at) where state = 'waiting'`.execute(db);
    await db.schema.createIndex("hook_events_by_time").on("hook_events").column("received_at").execute();
    await db.schema.alterTable("attempts").addColumn("next_ask_at", "integer").execute();
    await sql`create index attempts_to_ask on attempts (next_ask_at) where next_ask_at is not null`.execute(db);
    await sql`create index attempts_by_subscription on attempts (subscription_reference) where subscription_reference is not null`.execute(
      db,
    );
  },
};

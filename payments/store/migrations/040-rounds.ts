import { type Kysely, type Migration, sql } from "kysely";

/** Each provider's events are a queue of its own; and rounds look at what went back and at reports whose time runs out, and not at all that was ever charged or reported. */
export const rounds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index charges_given_back on subscription_charges (id) where state = 'refunded' or given_back > 0`.execute(
      db,
    );
    await sql`create index store_reports_to_warn on store_reports (due_at) where warned = 0 and state <> 'reported'`.execute(
      db,
    );
    await sql`drop index hook_events_waiting`.execute(db);
    await sql`create index hook_events_waiting on hook_events (driver, next_try_at) where state = 'waiting'`.execute(
      db,
    );
    // attempts_not_known has the same rows, and serves the same questions.
    await sql`drop index attempts_processing`.execute(db);
  },
};

import { type Kysely, type Migration, sql } from "kysely";

/** What /metrics counts every few seconds is found however many rows there are. */
export const seenByMetrics: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index refunds_failed on refunds (noted_at) where state = 'failed'`.execute(db);
    await sql`create index entitlement_events_failed on entitlement_events (created_at) where state = 'failed'`.execute(
      db,
    );
    await sql`create index disputes_open on disputes (evidence_by) where state = 'open'`.execute(db);
    await sql`create index attempts_not_known on attempts (created_at) where state in ('created', 'processing')`.execute(
      db,
    );
  },
};

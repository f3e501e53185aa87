import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/**
 * Faults for the fault lab, and the times of providers' reports: from `due_at` the provider says so if asked, at
 * `webhook_at` it sends a webhook (null: never).
 */
export const faultsAndWebhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await createFaults(db);
    await db.schema
      .alterTable("due_reports")
      .addColumn("event_id", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await db.schema.alterTable("due_reports").addColumn("webhook_at", "integer").execute();
    await db.schema
      .alterTable("due_reports")
      .addColumn("seq", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`update due_reports set event_id = id, webhook_at = due_at`.execute(db);
    await db.schema.createIndex("due_reports_by_webhook").on("due_reports").column("webhook_at").execute();
    await db.schema.createIndex("due_reports_by_order").on("due_reports").column("order_id").execute();
  },
};

async function createFaults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("faults")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("call", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("moment", "text", (c) => c.notNull())
    .addColumn("latency_min_ms", "integer", (c) => c.notNull())
    .addColumn("latency_max_ms", "integer", (c) => c.notNull())
    .addColumn("retry_after", "integer", (c) => c.notNull())
    .addColumn("match", "text", (c) => c.notNull())
    .addColumn("times", "integer")
    .modifyEnd(strict)
    .execute();
}

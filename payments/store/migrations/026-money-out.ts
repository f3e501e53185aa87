import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** Refunds as work, what went back without us, and disputes. */
export const moneyOut: Migration = {
  async up(db: Kysely<unknown>) {
    await createRefunds(db);
    await createDisputes(db);
    await db.schema.alterTable("captures").addColumn("taken_at", "integer").execute();
    await db.schema
      .alterTable("captures")
      .addColumn("given_back", "real", (c) => c.notNull().defaultTo(0))
      .execute();
    for (const table of ["captures", "subscription_charges"])
      await db.schema
        .alterTable(table)
        .addColumn("returned", "real", (c) => c.notNull().defaultTo(0))
        .execute();
    // What was refunded before was only ever simulated.
    await sql`update captures set returned = amount where state = 'refunded'`.execute(db);
    await sql`update subscription_charges set returned = case when state = 'refunded' then amount else given_back end`.execute(
      db,
    );
    await sql`create index captures_to_return on captures (id) where case when state = 'refunded' then amount else given_back end > returned`.execute(
      db,
    );
    await sql`create index charges_to_return on subscription_charges (id) where case when state = 'refunded' then amount else given_back end > returned`.execute(
      db,
    );
    await sql`create index captures_by_time on captures (taken_at) where taken_at is not null`.execute(db);
    await db.schema.createIndex("charges_by_time").on("subscription_charges").column("at").execute();
  },
};

async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("refunds")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("capture_id", "text", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("asked_by", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("noted_at", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("refund_id", "text")
    .addColumn("problem", "text")
    .addColumn("done_at", "integer")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("refunds_of_a_capture").on("refunds").column("capture_id").execute();
  await db.schema.createIndex("refunds_of_an_order").on("refunds").column("order_id").execute();
  await sql`create index refunds_to_send on refunds (next_try_at) where state in ('due', 'sent')`.execute(db);
  await sql`create index refunds_by_time on refunds (done_at) where done_at is not null`.execute(db);
  await db.schema
    .createTable("capture_returns")
    .addColumn("capture_id", "text", (c) => c.primaryKey())
    .addColumn("total", "real", (c) => c.notNull())
    .addColumn("by_others", "real", (c) => c.notNull())
    .addColumn("by_disputes", "real", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
}

async function createDisputes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("disputes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("capture_id", "text", (c) => c.notNull())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("evidence_by", "integer")
    .addColumn("noted_at", "integer", (c) => c.notNull())
    .addColumn("paused_until", "integer")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("disputes_of_an_order").on("disputes").column("order_id").execute();
  await db.schema.createIndex("disputes_of_a_capture").on("disputes").column("capture_id").execute();
}

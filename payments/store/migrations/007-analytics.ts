import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres, strict } from "../dialect";

/** Analytics events, and the conversion of each order. Orders that were already granted get their conversions here. */
export const analytics: Migration = {
  async up(db: Kysely<unknown>) {
    await createAnalyticsEvents(db);
    await db.schema.alterTable("orders").addColumn("front_id", "text").execute();
    await createConversions(db);
    // No PostgreSQL database is as old as that, and its JSON functions have other names.
    if (!isPostgres(db)) await fillConversions(db);
  },
};

async function createAnalyticsEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_events")
    .addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("event_id", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("at", "integer", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("front_id", "text")
    .addColumn("language", "text")
    .addColumn("provider", "text")
    .addColumn("channel", "text")
    .addColumn("scripts", "text")
    .addColumn("page", "text")
    .addColumn("order_id", "text")
    .addColumn("event", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("analytics_by_name").on("analytics_events").column("name").execute();
  await db.schema.createIndex("analytics_by_front_id").on("analytics_events").column("front_id").execute();
  // All that the funnel reads, so that it never reads whole events.
  await db.schema
    .createIndex("analytics_funnel")
    .on("analytics_events")
    .columns(["name", "language", "provider", "channel", "scripts", "front_id"])
    .execute();
  await sql`create index analytics_by_order on analytics_events (order_id) where order_id is not null`.execute(db);
}

async function createConversions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("conversions")
    .addColumn("order_id", "text", (c) => c.primaryKey().references("orders.id"))
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("provider", "text")
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("country_code", "text", (c) => c.notNull())
    .addColumn("network", "text")
    .addColumn("click", "text")
    .addColumn("front_id", "text")
    .addColumn("at", "integer", (c) => c.notNull())
    .addColumn("refunded_at", "integer")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("conversions_by_time").on("conversions").column("at").execute();
}

/** An invoice was written with each grant, with the amount that was paid. */
const fillConversions = (db: Kysely<unknown>) =>
  sql`
    insert into conversions
      (order_id, plan_id, provider, amount, currency, country_code, network, click, front_id, at, refunded_at)
    select orders.id, plan_id,
      (select provider from attempts where order_id = orders.id and state = 'succeeded' order by position limit 1),
      invoices.amount, invoices.currency, country_code,
      json_extract(attribution, '$.type'), json_extract(attribution, '$.cookie'), null, issued_at,
      (select min(at) from events where order_id = orders.id and type = 'refunded' and orders.state = 'refunded')
    from invoices
    inner join orders on orders.id = invoices.order_id
  `.execute(db);

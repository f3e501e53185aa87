import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** Subscriptions that their provider renews, and what it has yet to be told of them. Older ones are renewed by our clock. */
export const providerRenewals: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("attempts").addColumn("resumes", "text").execute();
    for (const name of ["driver", "reference", "resumes"])
      await db.schema.alterTable("subscriptions").addColumn(name, "text").execute();
    for (const name of ["synced_at", "next_sync_at"])
      await db.schema.alterTable("subscriptions").addColumn(name, "integer").execute();
    for (const name of ["sync_tries", "rung"])
      await db.schema
        .alterTable("subscriptions")
        .addColumn(name, "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    await createOrders(db);
    await createIndexes(db);
  },
};

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_orders")
    .addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("subscription_id", "text", (c) => c.references("subscriptions.id"))
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("reference", "text")
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("ordered_at", "integer", (c) => c.notNull())
    .addColumn("done_at", "integer")
    .modifyEnd(strict)
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("subscription_orders_of_one")
    .on("subscription_orders")
    .columns(["subscription_id", "seq"])
    .execute();
  await sql`create index subscription_orders_due on subscription_orders (next_try_at) where state = 'due'`.execute(db);
  await sql`create index subscription_orders_at_provider on subscription_orders (reference) where reference is not null`.execute(
    db,
  );
  await sql`create index subscriptions_at_provider on subscriptions (reference) where reference is not null`.execute(
    db,
  );
  await sql`create index subscriptions_to_sync on subscriptions (next_sync_at) where next_sync_at is not null`.execute(
    db,
  );
  await sql`create index subscriptions_rung on subscriptions (synced_at) where rung = 1`.execute(db);
}

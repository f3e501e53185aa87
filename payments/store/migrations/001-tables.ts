import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

export const tables: Migration = {
  async up(db: Kysely<unknown>) {
    await createOrders(db);
    await createAttempts(db);
    await createCaptures(db);
    await createEvents(db);
    await createDueReports(db);
    await createGrants(db);
    await createIdempotencyKeys(db);
    await db.schema
      .createTable("settings")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .modifyEnd(strict)
      .execute();
  },
};

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("orders")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("grant_state", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("user_id", "integer")
    .addColumn("country_code", "text", (c) => c.notNull())
    .addColumn("attribution", "text")
    .addColumn("created_at", "integer", (c) => c.notNull())
    .addColumn("expires_at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("orders_by_email").on("orders").columns(["email", "plan_id"]).execute();
  await db.schema.createIndex("orders_by_user").on("orders").columns(["user_id", "plan_id"]).execute();
  await db.schema.createIndex("orders_by_state").on("orders").columns(["state", "expires_at"]).execute();
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attempts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("bucket", "text")
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("coupon_id", "text")
    .addColumn("hold", "text")
    .addColumn("session", "text", (c) => c.notNull().unique())
    .addColumn("return_url", "text", (c) => c.notNull())
    .addColumn("cancel_url", "text", (c) => c.notNull())
    .addColumn("created_at", "integer", (c) => c.notNull())
    .addUniqueConstraint("attempts_in_order", ["order_id", "position"])
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("attempts_by_coupon").on("attempts").columns(["coupon_id", "hold"]).execute();
}

async function createCaptures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("captures")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("attempt_id", "text", (c) => c.notNull().references("attempts.id"))
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("captures_by_order").on("captures").column("order_id").execute();
  await sql`create unique index one_kept_capture on captures (order_id) where state = 'kept'`.execute(db);
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("events")
    .addColumn("seq", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("attempt_id", "text")
    .addColumn("provider_event_id", "text", (c) => c.unique())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("detail", "text", (c) => c.notNull())
    .addColumn("at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("events_by_order").on("events").column("order_id").execute();
}

async function createDueReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("due_reports")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("attempt_id", "text", (c) => c.notNull().references("attempts.id"))
    .addColumn("due_at", "integer", (c) => c.notNull())
    .addColumn("report", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("due_reports_by_time").on("due_reports").column("due_at").execute();
}

async function createGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("grants")
    .addColumn("order_id", "text", (c) => c.primaryKey().references("orders.id"))
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("user_id", "integer")
    .addColumn("starts_at", "integer", (c) => c.notNull())
    .addColumn("ends_at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("grants_by_email").on("grants").column("email").execute();
  await db.schema.createIndex("grants_by_user").on("grants").column("user_id").execute();
}

async function createIdempotencyKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("idempotency_keys")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .addColumn("attempt_id", "text", (c) => c.notNull().references("attempts.id"))
    .addColumn("at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
}

import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres, strict } from "../dialect";

/** Subscriptions with the charges of their renewals, which have invoices of their own, and links to unpaid orders. */
export const subscriptions: Migration = {
  async up(db: Kysely<unknown>) {
    await createSubscriptions(db);
    await createCharges(db);
    await createKeys(db);
    await createPlanChanges(db);
    await createLinks(db);
    await allowInvoicesOfRenewals(db);
  },
};

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscriptions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().unique().references("orders.id"))
    .addColumn("source", "text", (c) => c.notNull())
    .addColumn("plan_id", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("user_id", "integer")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("is_trial", "integer", (c) => c.notNull())
    .addColumn("period", "integer", (c) => c.notNull())
    .addColumn("period_worth", "real", (c) => c.notNull())
    .addColumn("period_starts_at", "integer", (c) => c.notNull())
    .addColumn("ends_at", "integer", (c) => c.notNull())
    .addColumn("bought_at", "integer", (c) => c.notNull())
    .addColumn("withdraw_until", "integer")
    .addColumn("asked_at", "integer")
    .addColumn("failed_at", "integer")
    .addColumn("announced_period", "integer")
    .addColumn("replaced_by", "text", (c) => c.references("orders.id"))
    .addColumn("session", "text", (c) => c.notNull().unique())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("subscriptions_by_email").on("subscriptions").column("email").execute();
  await db.schema.createIndex("subscriptions_by_user").on("subscriptions").column("user_id").execute();
  await db.schema.createIndex("subscriptions_by_end").on("subscriptions").columns(["state", "ends_at"]).execute();
}

async function createCharges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_charges")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("subscription_id", "text", (c) => c.notNull().references("subscriptions.id"))
    .addColumn("period", "integer", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("starts_at", "integer", (c) => c.notNull())
    .addColumn("ends_at", "integer", (c) => c.notNull())
    .addColumn("at", "integer", (c) => c.notNull())
    .addUniqueConstraint("one_charge_for_a_period", ["subscription_id", "period"])
    .modifyEnd(strict)
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_keys")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("fingerprint", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
}

async function createPlanChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("plan_changes")
    .addColumn("attempt_id", "text", (c) => c.primaryKey().references("attempts.id"))
    .addColumn("subscription_id", "text", (c) => c.notNull().references("subscriptions.id"))
    .addColumn("period", "integer", (c) => c.notNull())
    .addColumn("deduction", "real", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
}

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_links")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("links_by_email").on("subscription_links").columns(["email", "at"]).execute();
  await db.schema
    .createTable("resume_links")
    .addColumn("order_id", "text", (c) => c.primaryKey().references("orders.id"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("resume_links_by_state").on("resume_links").column("state").execute();
}

/** An order had one invoice, and now has one more for each renewal. */
async function allowInvoicesOfRenewals(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) await db.schema.alterTable("invoices").dropConstraint("invoices_order_id_key").execute();
  else await remakeInvoices(db);
  await db.schema
    .alterTable("invoices")
    .addColumn("charge_id", "text", (c) => c.references("subscription_charges.id"))
    .execute();
  await sql`create unique index one_invoice_of_an_order on invoices (order_id) where charge_id is null`.execute(db);
  await db.schema.createIndex("one_invoice_of_a_charge").unique().on("invoices").column("charge_id").execute();
  await db.schema.createIndex("invoices_by_order").on("invoices").column("order_id").execute();
}

/**
 * SQLite cannot drop a constraint, so both tables are made anew: the one that points at the other goes first. The columns are
 * taken as they are, whichever were added.
 */
async function remakeInvoices(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("invoice_sends").renameTo("old_invoice_sends").execute();
  await db.schema.alterTable("invoices").renameTo("old_invoices").execute();
  await sql.raw(await definitionOf(db, "old_invoices", / unique/)).execute(db);
  await sql.raw(await definitionOf(db, "old_invoice_sends")).execute(db);
  await sql`insert into invoices select * from old_invoices`.execute(db);
  await sql`insert into invoice_sends select * from old_invoice_sends`.execute(db);
  await sql`drop table old_invoice_sends`.execute(db);
  await sql`drop table old_invoices`.execute(db);
  await db.schema.createIndex("sends_by_invoice").on("invoice_sends").columns(["invoice_number", "at"]).execute();
}

/** The statement that made a renamed table, with the names as they were, without the first match of `dropped`. */
async function definitionOf(db: Kysely<unknown>, renamed: string, dropped = /(?!)/): Promise<string> {
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${renamed}`.execute(db);
  return (rows[0]?.sql ?? "").replaceAll("old_invoice", "invoice").replace(dropped, "");
}

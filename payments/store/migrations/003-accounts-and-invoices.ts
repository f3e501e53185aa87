import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** The account that the app's own links open. */
const SAMPLE_ACCOUNT = 100001;

/** Accounts, invoices and mails. Orders that were already granted get their invoices here. */
export const accountsAndInvoices: Migration = {
  async up(db: Kysely<unknown>) {
    await createAccounts(db);
    await createInvoices(db);
    await createMails(db);
  },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("user_id", "integer", (c) => c.primaryKey())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("password_set", "integer", (c) => c.notNull())
    .addColumn("attribution", "text")
    .addColumn("made_for", "text", (c) => c.references("orders.id"))
    .addColumn("created_at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  const email = `user${SAMPLE_ACCOUNT}@example.com`;
  await sql`
    insert into accounts (user_id, email, password_set, created_at) values (${SAMPLE_ACCOUNT}, ${email}, 1, 0)
  `.execute(db);
}

async function createInvoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invoices")
    .addColumn("number", "integer", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().unique().references("orders.id"))
    .addColumn("issued_at", "integer", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("lines", "text", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await sql`
    insert into invoices (number, order_id, issued_at, amount, currency, lines)
    select row_number() over (order by grants.starts_at, grants.order_id), grants.order_id, orders.created_at,
      captures.amount, captures.currency, '[]'
    from grants
    inner join orders on orders.id = grants.order_id
    inner join captures on captures.order_id = grants.order_id
    where captures.id = (select min(id) from captures as paid where paid.order_id = grants.order_id)
  `.execute(db);
  await db.schema
    .createTable("invoice_sends")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("invoice_number", "integer", (c) => c.notNull().references("invoices.number"))
    .addColumn("at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("sends_by_invoice").on("invoice_sends").columns(["invoice_number", "at"]).execute();
}

async function createMails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mails")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("written_at", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("problem", "text")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("mails_by_recipient").on("mails").columns(["recipient", "id"]).execute();
  await db.schema.createIndex("mails_by_state").on("mails").columns(["state", "next_try_at"]).execute();
}

import { type Kysely, type Migration, sql } from "kysely";
import { type Corrected, taxGivenBack } from "../../invoices/tax-given-back";
import { strict } from "../dialect";

/** Which money each invoice is for, and a numbered line for all that goes back, by whomever. What went back before gets its lines here. */
export const creditNotes: Migration = {
  async up(db: Kysely<unknown>) {
    await nameCaptures(db);
    await createCreditNotes(db);
    await addEarlier(db);
  },
};

async function nameCaptures(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("invoices").addColumn("capture_id", "text").execute();
  await sql`update invoices set capture_id = charge_id where charge_id is not null`.execute(db);
  await sql`update invoices set capture_id = (
    select captures.id from captures join grants on grants.attempt_id = captures.attempt_id
    where captures.order_id = invoices.order_id and captures.amount = invoices.amount
    order by case captures.state when 'kept' then 0 else 1 end, captures.id limit 1
  ) where charge_id is null and amount > 0`.execute(db);
  await db.schema.createIndex("invoices_of_a_capture").on("invoices").column("capture_id").execute();
  await sql`create index invoices_of_nothing on invoices (issued_at) where amount = 0`.execute(db);
}

async function createCreditNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("credit_notes")
    .addColumn("number", "integer", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("capture_id", "text", (c) => c.notNull())
    .addColumn("invoice_number", "integer")
    .addColumn("source_id", "text")
    .addColumn("amount", "real", (c) => c.notNull())
    .addColumn("tax", "real", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("issued_at", "integer", (c) => c.notNull())
    .addColumn("is_estimated", "integer", (c) => c.notNull().defaultTo(0))
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("credit_notes_by_time").on("credit_notes").column("issued_at").execute();
  await db.schema.createIndex("credit_notes_of_a_capture").on("credit_notes").column("capture_id").execute();
  await sql`create unique index one_credit_note_of_a_refund on credit_notes (source_id) where kind = 'refund'`.execute(
    db,
  );
}

interface Earlier {
  kind: string;
  driver: string;
  order_id: string;
  capture_id: string;
  source_id: string | null;
  amount: number;
  currency: string;
  at: number;
  is_estimated: number;
}

/** When we gave something back is known. Others did at some time after the payment, and a bank at some time after the dispute was opened. */
async function addEarlier(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Earlier>`
    select 'refund' as kind, driver, order_id, capture_id, id as source_id, amount, currency,
      coalesce(done_at, noted_at) as at, case when done_at is null then 1 else 0 end as is_estimated
    from refunds where state = 'done'
    union all select 'dispute_lost', driver, order_id, capture_id, id, amount, currency, noted_at, 1
    from disputes where state = 'lost'
    union all select 'refund_elsewhere', coalesce(attempts.provider, 'none'), captures.order_id, captures.id, null,
      by_others, captures.currency, coalesce(taken_at, attempts.created_at), 1
    from capture_returns join captures on captures.id = capture_returns.capture_id
    join attempts on attempts.id = captures.attempt_id where by_others > 0
    union all select 'refund_elsewhere', coalesce(driver, 'none'), order_id, charges.id, null,
      by_others, charges.currency, charges.at, 1
    from capture_returns join subscription_charges as charges on charges.id = capture_returns.capture_id
    join subscriptions on subscriptions.id = charges.subscription_id where by_others > 0`.execute(db);
  const inOrder = rows.toSorted((one, other) => one.at - other.at);
  for (const [place, row] of inOrder.entries()) await addOne(db, place + 1, row);
}

async function addOne(db: Kysely<unknown>, number: number, row: Earlier): Promise<void> {
  const { kind, driver, order_id, capture_id, source_id, amount, currency, at, is_estimated } = row;
  const invoices = await sql<Corrected & { number: number }>`
    select number, amount, currency, lines from invoices where capture_id = ${capture_id}`.execute(db);
  const [invoice] = invoices.rows;
  const before = await sql<{ amount: number | null }>`
    select sum(amount) as amount from credit_notes where capture_id = ${capture_id}`.execute(db);
  const tax = taxGivenBack(invoice, before.rows[0]?.amount ?? 0, amount);
  await sql`insert into credit_notes (number, kind, driver, order_id, capture_id, invoice_number, source_id, amount, tax,
      currency, issued_at, is_estimated)
    values (${number}, ${kind}, ${driver}, ${order_id}, ${capture_id}, ${invoice?.number ?? null}, ${source_id}, ${amount},
      ${tax}, ${currency}, ${at}, ${is_estimated})`.execute(db);
}

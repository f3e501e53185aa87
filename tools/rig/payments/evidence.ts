import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import type { StandIns } from "../../stand-ins/start-all";
import type { Evidence } from "./judge";
import type { Receiver } from "./receiver";

/** What everything is sold from. */
export const CATALOGUE = resolve(import.meta.dirname, "../../../deploy/catalogue.example.json");

/** Rows of the payments API's database, by plain SQL that SQLite and PostgreSQL both know. */
export type Rows = (statement: string) => Promise<unknown[]>;

const text = z.string();
const number = z.coerce.number();
const cents = number.transform((amount) => Math.round(amount * 100));

/** All that is known at a moment. */
export async function gatherEvidence(
  { stripe, paypal, paddle }: StandIns,
  { books }: Pick<Receiver, "books">,
  rows: Rows,
): Promise<Evidence> {
  const read = async <T>(row: z.ZodType<T>, statement: string) => z.array(row).parse(await rows(statement));
  const money = z.object({ id: text, order_id: text, currency: text, cents, due: cents });
  return {
    taken: [
      ...stripe.books.rows(taken, TAKEN_BY_STRIPE),
      ...paypal.books.rows(taken, TAKEN_BY_PAYPAL),
      ...paddle.books.rows(taken, TAKEN_BY_PADDLE),
    ],
    given: [
      ...stripe.books.rows(given, GIVEN_BY_STRIPE),
      ...paypal.books.rows(given, GIVEN_BY_PAYPAL),
      ...paddle.books.rows(given, GIVEN_BY_PADDLE),
    ],
    told: books.rows(z.object({ email: text.nullable(), is_active: z.number() }), TOLD),
    orders: await read(
      z.object({ id: text, email: text, plan: text }),
      "select id, email, plan_id as plan from orders",
    ),
    attempts: await read(z.object({ id: text, order_id: text }), "select id, order_id from attempts"),
    captures: await read(
      money,
      `select id, order_id, currency, amount as cents,
        case when state = 'refunded' then amount else given_back end as due from captures`,
    ),
    grants: await read(z.object({ order_id: text }), "select order_id from grants"),
    unsent: await read(z.object({ id: text }), "select id from refunds where state in ('due', 'sent', 'failed')"),
    prices: prices(),
  };
}

const taken = z.object({ capture: text, attempt: text.nullable(), cents: number, currency: text });
const flag = z.union([z.literal(0), z.literal(1)]);
const given = z.object({ capture: text, cents: number, is_ours: flag });

/** A charge is of a session's payment, or of the invoice of its subscription. All that is sold here has cents. */
const TAKEN_BY_STRIPE = `
  with sessions as materialized (select json ->> 'client_reference_id' as attempt, json ->> 'payment_intent' as intent,
      json ->> 'subscription' as subscription from objects where kind = 'checkout.session'),
    invoices as materialized (select id, json ->> 'subscription' as subscription from objects where kind = 'invoice'),
    charges as materialized (select id, json ->> 'payment_intent' as intent, json ->> 'invoice' as invoice,
      json ->> 'amount_captured' as cents, upper(json ->> 'currency') as currency
      from objects where kind = 'charge' and json ->> 'paid')
  select charges.id as capture, charges.cents, charges.currency, coalesce(
    (select attempt from sessions where sessions.intent = charges.intent),
    (select attempt from sessions inner join invoices on invoices.subscription = sessions.subscription
      where invoices.id = charges.invoice)) as attempt
  from charges`;

/** Ours have our key in their metadata. */
const GIVEN_BY_STRIPE = `
  select json ->> 'charge' as capture, json ->> 'amount' as cents, json ->> 'metadata' like '%"key"%' as is_ours
  from objects where kind = 'refund'`;

/** An order that was closed has lost the attempt's id, not the number of its invoice. */
const TAKEN_BY_PAYPAL = `
  select capture.id as capture, round((capture.json ->> '$.amount.value') * 100) as cents,
    capture.json ->> '$.amount.currency_code' as currency,
    coalesce(
      (select subscription.json ->> 'custom_id' from things subscription
        where subscription.id = capture.json ->> 'subscription'),
      substr(capture.json ->> 'invoice_id', instr(capture.json ->> 'invoice_id', '/') + 1)) as attempt
  from things capture
  where kind = 'capture' and json ->> 'status' in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')`;

/** Ours were made by a call, which has a key. */
const GIVEN_BY_PAYPAL = `
  select things.id as capture, round((refund.value ->> '$.amount.value') * 100) as cents,
    exists (select 1 from keys where keys.id = refund.value ->> 'id') as is_ours
  from things, json_each(things.json, '$.refunds') refund where kind = 'capture'`;

const TAKEN_BY_PADDLE = `
  select id as capture, json ->> 'currency_code' as currency, json ->> '$.custom_data.attempt' as attempt,
    (select sum(line.value ->> 'total') from json_each(things.json, '$.lines') line) - (json ->> 'discount') as cents
  from things where kind = 'transaction' and json ->> 'status' = 'completed'`;

/** Ours have our key in their reason. */
const GIVEN_BY_PADDLE = `
  select json ->> 'transaction_id' as capture, (select sum(item.value ->> 'total') from json_each(things.json, '$.items') item) as cents,
    json ->> 'reason' like '%: %' as is_ours
  from things where kind = 'adjustment' and json ->> 'action' = 'refund' and json ->> 'status' <> 'rejected'`;

const TOLD = `
  select email, is_active from told
  where sequence = (select max(sequence) from told later where later.user_id = told.user_id)`;

const catalogue = z.object({
  plans: z.array(z.object({ id: text, prices: z.record(text, z.number()) })),
});

function prices(): Evidence["prices"] {
  const { plans } = catalogue.parse(JSON.parse(readFileSync(CATALOGUE, "utf8")));
  return plans.flatMap(({ id: plan, prices }) =>
    Object.entries(prices).map(([currency, amount]) => ({ plan, currency, cents: Math.round(amount * 100) })),
  );
}

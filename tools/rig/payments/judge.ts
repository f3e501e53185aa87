import Libsql from "libsql";
import { z } from "zod";

type Row = Readonly<Record<string, string | number | null>>;

/**
 * What is known of money at the end, by who knows it; amounts in cents. `taken` and `given` stand in the providers' books, `told` came to the
 * operator's servers, and the rest is the payments API's own database.
 */
export interface Evidence {
  /** Captures and charges that were paid, with the attempt that they name. */
  readonly taken: readonly { capture: string; attempt: string | null; cents: number; currency: string }[];
  /** What went back of them; `is_ours`: by a call of the payments API. */
  readonly given: readonly { capture: string; cents: number; is_ours: 0 | 1 }[];
  /** The last event of each account. */
  readonly told: readonly { email: string | null; is_active: number }[];
  readonly orders: readonly { id: string; email: string; plan: string }[];
  readonly attempts: readonly { id: string; order_id: string }[];
  /** `due`: what has to go back of it in all. */
  readonly captures: readonly { id: string; order_id: string; cents: number; currency: string; due: number }[];
  readonly grants: readonly { order_id: string }[];
  /** Refunds that the payments API still has to send, or could not. */
  readonly unsent: readonly { id: string }[];
  /** What the catalogue says. */
  readonly prices: readonly { plan: string; currency: string; cents: number }[];
}

/** What one must not find, by the name that a scoreboard has for it; each with the e-mail addresses or ids that it was found for. */
export const QUESTIONS = {
  /** A wish of which more than one charge was not given back. Each e-mail address wishes for one plan. */
  "charged twice": `
    select email as name from money where cents > back group by email having count(*) > 1`,
  /** Money that is kept and opened nothing, or of which the payments API does not know. */
  "paid, not granted": `
    select coalesce(email, capture) as name from money where cents > back and not exists
      (select 1 from told where told.email = money.email and told.is_active = 1)
    union select capture as name from money where cents > back and not exists
      (select 1 from captures where captures.id = money.capture)`,
  /** Access, or an order that is granted, without money that was ever taken for it and was not given back by us. */
  "granted, not paid": `
    select coalesce(told.email, 'nobody') as name from told where told.is_active = 1 and not exists
      (select 1 from money where money.email = told.email and money.cents > money.back_by_us)
    union select grants.order_id as name from grants where not exists
      (select 1 from money where money.order_id = grants.order_id)`,
  /** More went back by us than had to, or more than was taken. */
  "refunded twice": `
    select money.capture as name from money left join captures on captures.id = money.capture
    where back > money.cents or back_by_us > coalesce(captures.due, 0)`,
  /** Less went back than has to, or a refund waits or was refused. */
  "refunds not sent": `
    select captures.id as name from captures left join money on money.capture = captures.id
    where captures.due > coalesce(money.back, 0)
    union select id as name from unsent`,
  /** Taken was something else than the catalogue says, or than the payments API has written down. */
  "wrong amounts": `
    select money.capture as name from money inner join orders on orders.id = money.order_id
    where not exists (select 1 from prices where prices.plan = orders.plan
      and prices.currency = money.currency and prices.cents = money.cents)
    union select captures.id as name from captures left join money on money.capture = captures.id
    where money.cents is not captures.cents or money.currency is not captures.currency`,
} as const;
type Question = keyof typeof QUESTIONS;

const VIEWS = `
  create view money as
    select taken.capture, taken.cents, taken.currency, attempts.order_id, orders.email,
      (select coalesce(sum(given.cents), 0) from given where given.capture = taken.capture) as back,
      (select coalesce(sum(given.cents), 0) from given where given.capture = taken.capture and is_ours = 1) as back_by_us
    from taken left join attempts on attempts.id = taken.attempt left join orders on orders.id = attempts.order_id`;

const TABLES: Readonly<Record<keyof Evidence, string>> = {
  taken: "capture text primary key, attempt text, cents integer, currency text",
  given: "capture text, cents integer, is_ours integer",
  told: "email text, is_active integer",
  orders: "id text primary key, email text, plan text",
  attempts: "id text primary key, order_id text",
  captures: "id text primary key, order_id text, cents integer, currency text, due integer",
  grants: "order_id text",
  unsent: "id text",
  prices: "plan text, currency text, cents integer",
};
const INDEXES = `
  create index given_of on given (capture); create index told_of on told (email);
  create index attempts_of on attempts (order_id)`;

const names = z.array(z.object({ name: z.string() })).transform((rows) => rows.map(({ name }) => name));

/** Lays all that is known side by side and asks it by SQL. */
export function judgeMoney(evidence: Evidence): Readonly<Record<Question, readonly string[]>> {
  const database = new Libsql(":memory:");
  try {
    for (const [name, columns] of Object.entries(TABLES)) database.exec(`create table ${name} (${columns})`);
    database.exec(`${VIEWS}; ${INDEXES}`);
    for (const [name, rows] of Object.entries(evidence)) insert(database, name, rows);
    const ask = (question: Question) => names.parse(database.prepare(QUESTIONS[question]).all());
    return {
      "charged twice": ask("charged twice"),
      "paid, not granted": ask("paid, not granted"),
      "granted, not paid": ask("granted, not paid"),
      "refunded twice": ask("refunded twice"),
      "refunds not sent": ask("refunds not sent"),
      "wrong amounts": ask("wrong amounts"),
    };
  } finally {
    database.close();
  }
}

function insert(database: InstanceType<typeof Libsql>, table: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const statement = database.prepare(
    `insert into ${table} (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
  );
  database.exec("begin");
  for (const row of rows) statement.run(columns.map((column) => row[column] ?? null));
  database.exec("commit");
}

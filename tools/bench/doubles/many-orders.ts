import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../payments/store/database";

/** Columns that name one row, or the buyer: each copy has its own. */
const OWN_TEXTS =
  "id order_id attempt_id capture_id event_id provider_event_id reference subscription_reference payment subscription session sign_hash code_hash key".split(
    " ",
  );
const OF_BUYER = ["email", "mailbox", "recipient"];
/** Past times, which copies have over the last weeks. What is due later is due when it was. */
const PAST =
  "created_at starts_at at taken_at issued_at written_at received_at sent_at synced_at made_at expires_at payable_until".split(
    " ",
  );
/** How much earlier a copy is than its original: they lie over about three weeks. */
const EARLIER = sql.raw("(copy % 20000 * 86400)");
const DAY_MS = sql.lit(86_400_000);
/** Documents that nothing asks for: a million of them would fill the disk. */
const LONG = ["html", "body"];

/** So many rows are written at once, so that whoever runs on the database can write between. */
const AT_ONCE = 10_000;
/** Between the numbers of copied users, for the originals. */
const USERS = 1_000;

/** Which copies are made: numbers from the first, which is 0, on. */
export interface Copies {
  from: number;
  /** The first that is not made. */
  to: number;
}

/** Gives a database more orders: copies of some in turn, with all that belongs to them, each of another buyer. */
export async function fillOrders(db: Db, originals: readonly string[], wanted: Copies): Promise<void> {
  const tables = await tablesOfOrders(db);
  for (let { from } = wanted; from < wanted.to; from += AT_ONCE) {
    const to = Math.min(from + AT_ONCE, wanted.to);
    await db.transaction().execute(async (tx) => {
      for (const [place, id] of originals.entries()) {
        const copies = {
          from: Math.ceil((from - place) / originals.length) + 1,
          to: Math.ceil((to - place) / originals.length),
        };
        if (copies.to >= copies.from) for (const table of tables) await copyRows(tx, table, { id, ...copies });
      }
      // Whoever may use the VPN was told so of copies, too.
      await tx.deleteFrom("entitlement_queue").execute();
    });
  }
}

interface Table {
  name: string;
  columns: string[];
}

/** In an order in which each only names rows of those before it. */
async function tablesOfOrders(db: Db): Promise<Table[]> {
  const all = await db.introspection.getTables();
  const tables = all.map(({ name, columns }) => ({
    name,
    // SQLite takes any integer key for one that counts by itself; a user's number stands in other tables, too.
    columns: columns.filter((one) => !one.isAutoIncrementing || one.name === "user_id").map((one) => one.name),
  }));
  const rank = ({ name }: Table) => ["orders", "attempts"].toReversed().indexOf(name);
  return tables
    .filter(({ name, columns }) => rowsOf({ name, columns }, "") !== undefined && name !== "entitlement_queue")
    .toSorted((one, other) => rank(other) - rank(one));
}

/** Which rows of a table belong to an order; undefined: none. */
function rowsOf({ name, columns }: Table, id: string): RawBuilder<unknown> | undefined {
  const buyers = sql`(select email from orders where id = ${id})`;
  const attempts = sql`(select id from attempts where order_id = ${id})`;
  const subscriptions = sql`(select subscription_reference from attempts where order_id = ${id})`;
  if (name === "orders") return sql`id = ${id}`;
  if (name === "accounts") return sql`email in ${buyers}`;
  if (name === "mails") return sql`recipient in ${buyers}`;
  if (name === "entitlement_accounts") return sql`user_id in (select user_id from accounts where email in ${buyers})`;
  if (name === "hook_events") return sql`attempt_id in ${attempts} or subscription in ${subscriptions}`;
  if (columns.includes("order_id")) return sql`order_id = ${id}`;
  return columns.includes("attempt_id") ? sql`attempt_id in ${attempts}` : undefined;
}

function copied(name: string, column: string): RawBuilder<unknown> {
  const value = sql.ref(column);
  if (OWN_TEXTS.includes(column)) return sql`${value} || '-' || copy`;
  if (OF_BUYER.includes(column)) return sql`copy || '-' || ${value}`;
  if (column === "user_id" && name !== "analytics_events") return sql`${value} + copy * ${sql.lit(USERS)}`;
  // Counted by ourselves: see invoices/issue.ts.
  if (column === "number") return sql`(select max(number) from invoices) + row_number() over ()`;
  if (PAST.includes(column)) return sql`${value} - ${EARLIER}`;
  if (name === "attempts" && column === "next_ask_at")
    return ofLastDay(sql`${value} + ${DAY_MS} - ${EARLIER}`, sql`null`);
  if (name === "attempts" && column === "settled_at") return ofLastDay(value, sql`created_at - ${EARLIER} + ${DAY_MS}`);
  if (name === "resume_links" && column === "state") return sql.lit("dropped");
  if (column === "rung") return sql.lit(0);
  if (column === "next_sync_at") return sql`${value} + copy % 1000 * 86400`;
  if (LONG.includes(column)) return sql`substr(${value}, 1, 200)`;
  return value;
}

/** A provider is asked about an order for a day, so those of the last day are due over the next one, and no others. */
const ofLastDay = (value: RawBuilder<unknown>, older: RawBuilder<unknown>) =>
  sql`case when ${EARLIER} < ${DAY_MS} then ${value} else ${older} end`;

async function copyRows(
  db: Pick<Db, "getExecutor">,
  table: Table,
  { id, from, to }: { id: string; from: number; to: number },
) {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table.name)} (${columns})
    with recursive copies (copy) as (
      select ${sql.lit(from)} union all select copy + 1 from copies where copy < ${sql.lit(to)}
    )
    select ${sql.join(table.columns.map((column) => copied(table.name, column)))} from ${sql.table(table.name)}, copies where ${rowsOf(table, id)}
  `.execute(db);
}

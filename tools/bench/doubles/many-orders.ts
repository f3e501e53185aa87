import { sql } from "kysely";
import { type Db, openDatabase } from "../../../payments/store/database";
import { SANDBOX_DATABASE } from "../../../sandbox/tables";

/** Columns that name one row, or the buyer: each copy has its own. */
const OWN_TEXTS = [
  "id",
  "order_id",
  "attempt_id",
  "event_id",
  "provider_event_id",
  "reference",
  "session",
  "sign_hash",
  "code_hash",
];
const OF_BUYER = ["email", "mailbox"];

/** So many rows are written at once, so that the sandbox, which is running, can write between. */
const AT_ONCE = 10_000;

/** Gives a sandbox so many orders: copies of its latest one with all that belongs to it, each of another buyer. */
export async function fillOrders(dataDir: string, amount: number): Promise<void> {
  const db = await openDatabase(dataDir, undefined, SANDBOX_DATABASE);
  try {
    const { id } = await db
      .selectFrom("orders")
      .select("id")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const tables = await tablesOfOrders(db);
    for (let from = 1; from <= amount; from += AT_ONCE) {
      const to = Math.min(from + AT_ONCE - 1, amount);
      for (const table of tables) await copyRows(db, table, { id, from, to });
    }
  } finally {
    await db.destroy();
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
    columns: columns.filter((one) => !one.isAutoIncrementing).map((one) => one.name),
  }));
  const rank = ({ name }: Table) => ["orders", "attempts"].toReversed().indexOf(name);
  return tables
    .filter(({ name, columns }) => name === "orders" || columns.includes("order_id"))
    .toSorted((one, other) => rank(other) - rank(one));
}

async function copyRows(db: Db, { name, columns }: Table, { id, from, to }: { id: string; from: number; to: number }) {
  const table = sql.table(name);
  const values = columns.map((column) => {
    const value = sql.ref(column);
    if (OWN_TEXTS.includes(column)) return sql`${value} || '-' || copy`;
    if (OF_BUYER.includes(column)) return sql`copy || '-' || ${value}`;
    if (column === "user_id") return sql`${value} + copy`;
    return value;
  });
  await sql`
    insert into ${table} (${sql.join(columns.map((column) => sql.ref(column)))})
    with recursive copies (copy) as (
      select cast(${from} as integer) union all select copy + 1 from copies where copy < ${to}
    )
    select ${sql.join(values)} from ${table}, copies where ${sql.ref(name === "orders" ? "id" : "order_id")} = ${id}
  `.execute(db);
}

import { type Kysely, type Migration, sql } from "kysely";
import { isPostgres, strict } from "../dialect";

/**
 * What the operator is told of who may use the VPN. Triggers note every order whose paid time changes, in the transaction that changes it,
 * so that no code can forget to. All that was granted before is noted here.
 */
export const entitlements: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("entitlement_queue")
      .addColumn("order_id", "text", (c) => c.primaryKey())
      .modifyEnd(strict)
      .execute();
    await createAccounts(db);
    await createEvents(db);
    for (const change of CHANGES) await (isPostgres(db) ? onPostgres : onSqlite)(db, change);
    await sql`insert into entitlement_queue (order_id) select order_id from grants`.execute(db);
  },
};

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entitlement_accounts")
    .addColumn("user_id", "integer", (c) => c.primaryKey())
    .addColumn("paid_until", "integer", (c) => c.notNull())
    .addColumn("is_active", "integer", (c) => c.notNull())
    .addColumn("sequence", "integer", (c) => c.notNull())
    .addColumn("due_at", "integer")
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("entitlement_accounts_due").on("entitlement_accounts").column("due_at").execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("entitlement_events")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "integer", (c) => c.notNull())
    .addColumn("sequence", "integer", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("order_id", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("created_at", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("give_up_at", "integer", (c) => c.notNull())
    .addColumn("sent_at", "integer")
    .addColumn("problem", "text")
    .addUniqueConstraint("entitlement_events_of_account", ["user_id", "sequence"])
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("entitlement_events_order").on("entitlement_events").column("order_id").execute();
  await sql`create index entitlement_events_waiting on entitlement_events (next_try_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index entitlement_events_first on entitlement_events (user_id, sequence) where state = 'waiting'`.execute(
    db,
  );
}

interface Change {
  name: string;
  table: string;
  /** The statement after which it is looked at. */
  when: string;
  condition: string;
  /** The order's id, of the changed row `new`. */
  orderId: string;
}

const OF_CHARGE = "(select order_id from subscriptions where id = new.subscription_id)";

/** What paid time is made of: see orders/paid-time.ts. */
const CHANGES: readonly Change[] = [
  { name: "granted", table: "grants", when: "insert", condition: "true", orderId: "new.order_id" },
  {
    name: "grant_changed",
    table: "grants",
    when: "update",
    condition: "old.starts_at <> new.starts_at or old.ends_at <> new.ends_at",
    orderId: "new.order_id",
  },
  {
    name: "order_changed",
    table: "orders",
    when: "update",
    condition: "old.state <> new.state and (old.state = 'done' or new.state = 'done')",
    orderId: "new.id",
  },
  { name: "charged", table: "subscription_charges", when: "insert", condition: "true", orderId: OF_CHARGE },
  {
    name: "charge_changed",
    table: "subscription_charges",
    when: "update",
    condition: "old.starts_at <> new.starts_at or old.ends_at <> new.ends_at",
    orderId: OF_CHARGE,
  },
];

const noteText = (orderId: string): string =>
  `insert into entitlement_queue (order_id) values (${orderId}) on conflict do nothing`;

async function onSqlite(db: Kysely<unknown>, { name, table, when, condition, orderId }: Change): Promise<void> {
  const text = `create trigger entitlement_${name} after ${when} on ${table} when ${condition} begin ${noteText(orderId)}; end`;
  await sql.raw(text).execute(db);
}

async function onPostgres(db: Kysely<unknown>, { name, table, when, condition, orderId }: Change): Promise<void> {
  const made = `create function entitlement_${name}() returns trigger language plpgsql as $$
    begin ${noteText(orderId)}; return null; end $$`;
  await sql.raw(made).execute(db);
  const trigger = `create trigger entitlement_${name} after ${when} on ${table} for each row when (${condition})
    execute function entitlement_${name}()`;
  await sql.raw(trigger).execute(db);
}

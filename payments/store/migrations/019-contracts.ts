import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/**
 * What proves a contract: every letter about it, what its owner declared and when, and the country of the network it was bought in;
 * and the links in letters that open it.
 */
export const contracts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("orders").addColumn("network_country", "text").execute();
    await createLetters(db);
    await createDeclarations(db);
    await db.schema
      .createTable("contract_links")
      .addColumn("sign_hash", "text", (c) => c.primaryKey())
      .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
      .addColumn("made_at", "integer", (c) => c.notNull())
      .addColumn("good_until", "integer")
      .modifyEnd(strict)
      .execute();
  },
};

async function createLetters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("order_letters")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("recipient", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("html", "text", (c) => c.notNull())
    .addColumn("body_hash", "text", (c) => c.notNull())
    .addColumn("written_at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  await db.schema.createIndex("letters_of_an_order").on("order_letters").column("order_id").execute();
}

/** Only the last declaration about a subscription was known before, by its moment and by what became of it. */
async function createDeclarations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription_declarations")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("subscription_id", "text", (c) => c.notNull().references("subscriptions.id"))
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("declared_at", "integer", (c) => c.notNull())
    .addColumn("ends_at", "integer", (c) => c.notNull())
    .addColumn("refund", "real")
    .modifyEnd(strict)
    .execute();
  await db.schema
    .createIndex("declarations_about_a_subscription")
    .on("subscription_declarations")
    .column("subscription_id")
    .execute();
  await sql`
    insert into subscription_declarations (subscription_id, action, declared_at, ends_at)
      select id,
        case state when 'withdrawn' then 'withdraw' when 'active' then 'resume' when 'past_due' then 'resume' else 'cancel' end,
        asked_at, ends_at
      from subscriptions where asked_at is not null
  `.execute(db);
  await db.schema.alterTable("subscriptions").dropColumn("asked_at").execute();
}

import { type Kysely, type Migration, sql } from "kysely";

/** As the simulated providers, which were the only ones, have them on their statements. */
const STATEMENTS = {
  so: "VPNCHECKOUT",
  pd: "PADDLE.NET* VPN",
  ps: "PAYPAL *VPNCHECKOUT",
  rb: "RB*VPNCHECKOUT",
  rz: "RAZ*VPNCHECKOUT",
};

/** What a real provider is asked for, and where its page is. The sandbox's own pages are at paths that are made of their sessions. */
export const providersPages: Migration = {
  async up(db: Kysely<unknown>) {
    for (const name of ["pay_at", "opening", "subscription_reference", "statement"])
      await db.schema.alterTable("attempts").addColumn(name, "text").execute();
    for (const name of ["payable_until", "closed_at", "settled_at"])
      await db.schema.alterTable("attempts").addColumn(name, "integer").execute();
    await sql`update attempts set pay_at = '/hosted/' || provider || '/' || session where provider is not null`.execute(
      db,
    );
    for (const [provider, statement] of Object.entries(STATEMENTS))
      await sql`update attempts set statement = ${statement} where provider = ${provider}`.execute(db);
    await sql`update attempts set closed_at = created_at where state = 'abandoned'`.execute(db);
    await sql`create index attempts_to_close on attempts (state) where closed_at is null and state = 'abandoned'`.execute(
      db,
    );
    await sql`update attempts set payable_until = (select expires_at from orders where orders.id = order_id)`.execute(
      db,
    );
  },
};

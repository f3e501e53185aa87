import { type Kysely, type Migration, sql } from "kysely";

/**
 * What an attempt sold, for which attempt time was granted, and what the buyer was told and agreed to. Of renewals
 * nothing is known where the attempt is older than this; trials had only the weekly plan, and always three days.
 */
export const terms: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("attempts").addColumn("trial_days", "integer").execute();
    await db.schema.alterTable("attempts").addColumn("renewal_amount", "real").execute();
    await sql`
      update attempts set trial_days = 3 where order_id in (select id from orders where plan_id = 'weekly')
    `.execute(db);
    await db.schema.alterTable("orders").addColumn("language", "text").execute();
    await db.schema.alterTable("orders").addColumn("terms_version", "text").execute();
    await db.schema.alterTable("grants").addColumn("attempt_id", "text").execute();
    await fillGrants(db);
  },
};

/** The attempt whose charge was kept; where none was, because all was refunded or nothing was due, the one that succeeded. */
const fillGrants = (db: Kysely<unknown>) =>
  sql`
    update grants set attempt_id = (
      select attempts.id from attempts
      left join captures on captures.attempt_id = attempts.id and captures.state = 'kept'
      where attempts.order_id = grants.order_id and attempts.state = 'succeeded'
      order by captures.id is null, position
      limit 1
    )
  `.execute(db);

import { type Kysely, type Migration, sql } from "kysely";

/**
 * The indexes of money that has to go back, written so that SQLite takes them: it turns the comparisons of queries round so that the column
 * comes first, and finds no index that has them the other way.
 */
export const toReturnAgain: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [index, table] of [
      ["captures_to_return", "captures"],
      ["charges_to_return", "subscription_charges"],
    ] as const) {
      await sql`drop index ${sql.ref(index)}`.execute(db);
      await sql`create index ${sql.ref(index)} on ${sql.table(table)} (id)
        where returned < case when state = 'refunded' then amount else given_back end`.execute(db);
    }
  },
};

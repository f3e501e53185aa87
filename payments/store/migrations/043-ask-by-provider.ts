import { type Kysely, type Migration, sql } from "kysely";

/** Whom to ask is found in the index alone: of one provider that was away any number of payments may be due. */
export const askByProvider: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index attempts_to_ask`.execute(db);
    await sql`create index attempts_to_ask on attempts (next_ask_at, provider) where next_ask_at is not null`.execute(
      db,
    );
  },
};

import { type Kysely, type Migration, sql } from "kysely";
import { mailboxOf } from "../../../app/upstream/contract/values/mailbox";

/** The mailbox behind each order's e-mail again: more mail services are known than when the orders were made. */
export const mailboxesAgain: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ email: string }>`select distinct email from orders`.execute(db);
    for (const { email } of rows)
      await sql`update orders set mailbox = ${mailboxOf(email)} where email = ${email}`.execute(db);
  },
};

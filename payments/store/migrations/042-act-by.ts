import { type Kysely, type Migration, sql } from "kysely";
import { actBy } from "../../declarations/act-by";
import type { DeclarationRow } from "../../declarations/tables";

type Declared = Pick<DeclarationRow, "id" | "kind" | "declared_at" | "end_on">;

/** By when the operator must have acted on a declaration, so that metrics can tell the nearest date. */
export const actByDates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("declarations")
      .addColumn("act_by", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    const { rows } = await sql<Declared>`select id, kind, declared_at, end_on from declarations`.execute(db);
    for (const row of rows) await sql`update declarations set act_by = ${actBy(row)} where id = ${row.id}`.execute(db);
    await sql`drop index declarations_open`.execute(db);
    await sql`create index declarations_open on declarations (act_by) where done_at is null`.execute(db);
  },
};

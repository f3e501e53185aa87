import { type Kysely, type Migration, sql } from "kysely";
import { strict } from "../dialect";

/** The daily comparison with the providers' books. */
export const reconciliation: Migration = {
  async up(db: Kysely<unknown>) {
    await createDays(db);
    await createDifferences(db);
    await createReturns(db);
  },
};

async function createDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reconciliations")
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("complete_at", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_try_at", "integer", (c) => c.notNull())
    .addColumn("problem", "text")
    .addColumn("compared_at", "integer")
    .addColumn("differences", "integer", (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("reconciliations_key", ["driver", "day"])
    .modifyEnd(strict)
    .execute();
  await sql`create index reconciliations_due on reconciliations (complete_at) where state = 'due'`.execute(db);
  await db.schema
    .createTable("reconciliation_sums")
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("theirs", "real", (c) => c.notNull())
    .addColumn("ours", "real", (c) => c.notNull())
    .addPrimaryKeyConstraint("reconciliation_sums_key", ["driver", "day", "currency", "kind"])
    .modifyEnd(strict)
    .execute();
}

async function createDifferences(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reconciliation_differences")
    .addColumn("id", "integer", (c) => c.primaryKey().autoIncrement())
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("what", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("line_id", "text", (c) => c.notNull())
    .addColumn("capture_id", "text", (c) => c.notNull())
    .addColumn("theirs", "real")
    .addColumn("theirs_currency", "text")
    .addColumn("ours", "real")
    .addColumn("ours_currency", "text")
    .addColumn("at", "integer", (c) => c.notNull())
    .modifyEnd(strict)
    .execute();
  const index = db.schema.createIndex("reconciliation_differences_of_a_day");
  await index.on("reconciliation_differences").columns(["driver", "day"]).execute();
  const byTime = db.schema.createIndex("reconciliation_differences_by_time");
  await byTime.on("reconciliation_differences").column("at").execute();
}

async function createReturns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("reconciliation_returns")
    .addColumn("driver", "text", (c) => c.notNull())
    .addColumn("day", "text", (c) => c.notNull())
    .addColumn("capture_id", "text", (c) => c.notNull())
    .addColumn("amount", "real", (c) => c.notNull())
    .addPrimaryKeyConstraint("reconciliation_returns_key", ["driver", "day", "capture_id"])
    .modifyEnd(strict)
    .execute();
  const index = db.schema.createIndex("reconciliation_returns_of_a_capture");
  await index.on("reconciliation_returns").column("capture_id").execute();
}

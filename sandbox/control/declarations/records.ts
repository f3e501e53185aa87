import type { DeclarationRow } from "../../../payments/declarations/tables";
import type { Db } from "../../../payments/store/database";
import { timeOf } from "../../../payments/time";

const MOST_RECORDS = 200;

/** A declaration, by when it must be acted on, and what may be meant by it: the orders of its address or with its number. */
export interface DeclarationRecord extends Omit<DeclarationRow, "key" | "fingerprint" | "act_by"> {
  act_by: string;
  order_ids: string[];
}

/** Those that wait for the operator first, the most urgent one at the top; then what is done. */
export async function declarationRecords(db: Db): Promise<DeclarationRecord[]> {
  const rows = await db.selectFrom("declarations").selectAll().orderBy("id", "desc").limit(MOST_RECORDS).execute();
  const records = await Promise.all(rows.map((row) => recordOf(db, row)));
  return records.sort(
    (one, other) =>
      Number(one.done_at !== null) - Number(other.done_at !== null) || one.act_by.localeCompare(other.act_by),
  );
}

async function recordOf(db: Db, row: DeclarationRow): Promise<DeclarationRecord> {
  const { key, fingerprint, ...shown } = row;
  const orders = await db
    .selectFrom("orders")
    .select("id")
    .where((eb) => eb.or([eb("email", "=", row.email), eb("id", "=", row.contract)]))
    .orderBy("created_at", "desc")
    .limit(10)
    .execute();
  return { ...shown, act_by: timeOf(row.act_by), order_ids: orders.map(({ id }) => id) };
}

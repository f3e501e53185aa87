import type { Context } from "../context";
import type { AuditTable } from "../store/audit-table";
import type { Db, Tx } from "../store/database";

type Entry = Pick<AuditTable, "by" | "because" | "command" | "about">;

/** Does something and writes down who did it, why, and what came of it, in one commit. What failed is written down, too, and thrown. */
export async function audited(
  { db, now }: Pick<Context, "db" | "now">,
  entry: Entry,
  work: (tx: Tx) => Promise<string>,
): Promise<string> {
  const write = (to: Db | Tx, result: string) =>
    to
      .insertInto("audit")
      .values({ ...entry, at: now(), result })
      .execute();
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      await write(tx, result);
      return result;
    });
  } catch (error) {
    await write(db, `failed: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

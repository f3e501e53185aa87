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

/** The same for what has transactions of its own: that it was begun is written down first, so that it is known whatever happens. */
export async function auditedApart(
  { db, now }: Pick<Context, "db" | "now">,
  entry: Entry,
  work: () => Promise<string>,
): Promise<string> {
  const begun = { ...entry, at: now(), result: "begun" };
  const { id } = await db.insertInto("audit").values(begun).returning("id").executeTakeFirstOrThrow();
  const note = (result: string) => db.updateTable("audit").set({ result }).where("id", "=", id).execute();
  try {
    const result = await work();
    await note(result);
    return result;
  } catch (error) {
    await note(`failed: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
}

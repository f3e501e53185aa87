import type { Context } from "../context";
import type { Db, Tx } from "../store/database";
import { AlreadySent, type Asked } from "./act";

type At = Pick<Context, "db" | "now">;

interface Entry extends Asked {
  command: string;
  about: string;
}

/** Does something and writes down who did it, why, and what came of it, in one commit. What failed is written down, too, and thrown. */
export async function audited(at: At, entry: Entry, work: (tx: Tx) => Promise<string>): Promise<string> {
  try {
    return await at.db.transaction().execute(async (tx) => {
      const note = await begin(tx, at.now(), entry);
      return note(await work(tx));
    });
  } catch (error) {
    if (error instanceof AlreadySent) throw error;
    const note = await begin(at.db, at.now(), entry);
    await note(failed(error));
    throw error;
  }
}

/** The same for what has transactions of its own: that it was begun is written down first, so that it is known whatever happens. */
export async function auditedApart(at: At, entry: Entry, work: () => Promise<string>): Promise<string> {
  const note = await begin(at.db, at.now(), entry);
  try {
    return await note(await work());
  } catch (error) {
    await note(failed(error));
    throw error;
  }
}

/** Whether a page's form was sent before. */
export async function isSent(db: Db, formKey: string): Promise<boolean> {
  const sent = db.selectFrom("audit").select("id").where("form_key", "=", formKey);
  return (await sent.executeTakeFirst()) !== undefined;
}

/** @returns what writes the result into the row, and returns it @throws AlreadySent */
async function begin(db: Db | Tx, at: number, { formKey, ...entry }: Entry) {
  const begun = await db
    .insertInto("audit")
    .values({ ...entry, at, result: "begun", form_key: formKey ?? null })
    .onConflict((conflict) => conflict.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (begun === undefined) throw new AlreadySent("This was sent before.");
  return async (result: string): Promise<string> => {
    await db.updateTable("audit").set({ result }).where("id", "=", begun.id).execute();
    return result;
  };
}

const failed = (error: unknown): string => `failed: ${error instanceof Error ? error.message : String(error)}`;

import type { Context } from "../context";
import type { Db, Tx } from "../store/database";
import { AlreadySent, type Asked } from "./act";

type At = Pick<Context, "db" | "now" | "log">;

const BEGUN = "begun";
const FAILED = "failed: ";

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

/**
 * The same for what has transactions of its own: that it was begun is written down first, so that it is known whatever happens. What was done
 * stays done where that cannot be written down: the row says `begun` then, and the log says what came of it.
 */
export async function auditedApart(at: At, entry: Entry, work: () => Promise<string>): Promise<string> {
  const note = await begin(at.db, at.now(), entry);
  const write = (result: string) => note(result).catch((error: unknown) => logUnwritten(at, entry, result, error));
  let result: string;
  try {
    result = await work();
  } catch (error) {
    await write(failed(error));
    throw error;
  }
  return write(result);
}

/** Writes down who is about to see the addresses of an order, and why: nobody sees them before. */
export const noteShown = (at: At, asked: Asked, about: string): Promise<string> =>
  audited(at, { ...asked, command: "show", about }, async () => "addresses were shown");

function logUnwritten({ log }: At, { command, about, by }: Entry, result: string, error: unknown): string {
  const facts = { err: error, command, about, by, result };
  log.error(facts, "payments: what came of an operator's command was not written down");
  return `${result} (the audit does not say so: it could not be written)`;
}

/** What came of a page's form. */
export interface Sent {
  came: "begun" | "done" | "failed";
  /** What was done, or why nothing was. */
  text: string;
}

/** @returns undefined where the form was not sent before */
export async function sentWith(db: Db, formKey: string): Promise<Sent | undefined> {
  const row = db.selectFrom("audit").select("result").where("form_key", "=", formKey);
  const result = (await row.executeTakeFirst())?.result;
  if (result === undefined) return undefined;
  if (result === BEGUN) return { came: "begun", text: result };
  const isFailed = result.startsWith(FAILED);
  return isFailed ? { came: "failed", text: result.slice(FAILED.length) } : { came: "done", text: result };
}

/** @returns what writes the result into the row, and returns it @throws AlreadySent */
async function begin(db: Db | Tx, at: number, { formKey, ...entry }: Entry) {
  const begun = await db
    .insertInto("audit")
    .values({ ...entry, at, result: BEGUN, form_key: formKey ?? null })
    .onConflict((conflict) => conflict.column("form_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (begun === undefined) throw new AlreadySent("This was sent before.");
  return async (result: string): Promise<string> => {
    await db.updateTable("audit").set({ result }).where("id", "=", begun.id).execute();
    return result;
  };
}

const failed = (error: unknown): string => `${FAILED}${error instanceof Error ? error.message : String(error)}`;

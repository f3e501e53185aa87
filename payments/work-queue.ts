import type { UpdateResult } from "kysely";
import type { Context } from "./context";
import { allDone } from "./rounds";
import type { Db, Tx } from "./store/database";

/** What each row of a queue has. */
interface Claim {
  /** How often its work was begun. */
  tries: number;
  /** Milliseconds since 1970: nobody works on it before. */
  next_try_at: number;
}

/** The rows of a table that are work. `Outcome` is what their work changes in them. */
export interface Queue<Row extends Claim, Outcome = Partial<Row>> {
  /** So many rows are worked at the same time. */
  atOnce: number;
  /** And so often in one round. */
  batches: number;
  /** Longer than the work of a row may take. If its process dies meanwhile, another does it again after that. */
  claimMs: number;
  /** All rows that wait, whenever they are due. Where they have no order, what is due first comes first. */
  waiting(db: Db): Select<Row>;
  /** A row, if it still waits. */
  one(db: Db | Tx, row: Row): Update<Claim | Outcome>;
}

/** What of Kysely's queries is used. */
interface Select<Row> {
  where(column: "next_try_at", is: "<=", now: number): Select<Row>;
  orderBy(column: "next_try_at"): Select<Row>;
  limit(most: number): Select<Row>;
  execute(): Promise<Row[]>;
}

interface Update<Change> {
  set(change: Change): Update<Change>;
  where(column: "next_try_at", is: "=", read: number): Update<Change>;
  executeTakeFirst(): Promise<UpdateResult>;
}

/**
 * Works what is due, until nothing is, the process is stopping, or a row's work has failed. Of the processes that share the database one has a row: whoever moves its `next_try_at` first, before
 * the work begins. What comes of the work is noted only if nobody has moved it since.
 * @param work runs outside any transaction. @returns what to note; undefined: nothing, or it did so itself
 * @param goesOn asked after each batch
 */
export async function workQueue<Row extends Claim, Outcome>(
  { db, now, stopping }: Pick<Context, "db" | "now" | "stopping">,
  queue: Queue<Row, Outcome>,
  work: (claimed: Row) => Promise<Outcome | undefined>,
  goesOn: () => boolean = () => true,
): Promise<void> {
  for (let batch = 0; batch < queue.batches && !stopping.aborted && (batch === 0 || goesOn()); batch++) {
    const due = await queue
      .waiting(db)
      .where("next_try_at", "<=", now())
      .orderBy("next_try_at")
      .limit(queue.atOnce)
      .execute();
    if (due.length === 0) return;
    const claimed = await db.transaction().execute((tx) => claim(tx, queue, due, now()));
    await allDone(
      claimed.map(async (row) => {
        const outcome = await work(row);
        if (outcome !== undefined) await note(db, queue, row, outcome);
      }),
    );
  }
}

/** @returns those of the rows that nobody else has claimed */
async function claim<Row extends Claim, Outcome>(tx: Tx, queue: Queue<Row, Outcome>, due: Row[], now: number) {
  const claimed: Row[] = [];
  for (const row of due) {
    const claim = { tries: row.tries + 1, next_try_at: now + queue.claimMs };
    if (await note(tx, queue, row, claim)) claimed.push({ ...row, ...claim });
  }
  return claimed;
}

/** Changes a row whose claim still stands. @returns whether it does */
export async function note<Row extends Claim, Outcome>(
  db: Db | Tx,
  queue: Queue<Row, Outcome>,
  row: Row,
  change: Claim | Outcome,
): Promise<boolean> {
  const { numUpdatedRows } = await queue
    .one(db, row)
    .set(change)
    .where("next_try_at", "=", row.next_try_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How long to wait after so many tries, in milliseconds: twice as long after each one. */
export const backoff =
  (first: number, longest: number) =>
  (tries: number): number =>
    Math.min(first * 2 ** (tries - 1), longest);

import { onTestFinished } from "vitest";
import type { MailRow } from "../../../payments/mail/tables";
import type { Db } from "../../../payments/store/database";
import { isPostgres } from "../../../payments/store/dialect";
import { type Queue, workQueue } from "../../../payments/work-queue";
import { temporaryFolder } from "../../sandbox/running-sandbox";
import { openDatabaseOf } from "../../sandbox/shared-database";

export const CLAIM_MS = 1_000;

/** Mails as a queue: any table of work would do. */
export const MAILS: Queue<MailRow> = {
  atOnce: 1,
  batches: 1,
  claimMs: CLAIM_MS,
  waiting: (db) => db.selectFrom("mails").selectAll().where("state", "=", "queued"),
  one: (db, { id }) => db.updateTable("mails").where("id", "=", id).where("state", "=", "queued"),
};

export type Outcome = Partial<MailRow>;

/** A claimed row, whose work is under way until it is ended. */
export interface Held {
  row: MailRow;
  /** @returns after what came of it was noted, or was not */
  end(outcome?: Outcome): Promise<void>;
}

/** Processes on one database and one clock, that stands. */
export class Processes {
  now = 1_000_000;
  /** Has all of them end. */
  readonly stop = new AbortController();

  constructor(private readonly dbs: readonly Db[]) {}

  /** The database as a process has it. */
  of(process: number) {
    const db = this.dbs[process % this.dbs.length];
    if (db === undefined) throw new Error("There is no database.");
    return { db, now: () => this.now, stopping: this.stop.signal };
  }

  /** Puts rows into the queue, each due at one of the times. @returns their ids */
  async enqueue(times: readonly number[]): Promise<number[]> {
    const mail = { recipient: "one@example.com", subject: "", body: "", written_at: 0, state: "queued" as const };
    const values = times.map((next_try_at) => ({ ...mail, next_try_at }));
    const rows = await this.of(0).db.insertInto("mails").values(values).returning("id").execute();
    return rows.map(({ id }) => id);
  }

  /** Has a process claim the next row, whose work then goes on for as long as the test wants. @returns undefined: nothing was due */
  hold(process: number): Promise<Held | undefined> {
    return new Promise((resolve, reject) => {
      const round = workQueue(this.of(process), MAILS, (row) => {
        return new Promise<Outcome | undefined>((note) => {
          const end = (outcome?: Outcome) => {
            note(outcome);
            return round;
          };
          resolve({ row, end });
        });
      });
      round.then(() => resolve(undefined), reject);
    });
  }

  rows(): Promise<MailRow[]> {
    return this.of(0).db.selectFrom("mails").selectAll().orderBy("id").execute();
  }
}

/**
 * So many processes on an empty database, which goes with the test. In PostgreSQL each has connections of its own. In a file they share one, where
 * their transactions wait for each other: SQLite waits for a lock without letting anything else run in the test's own process.
 */
export async function processes(count: number): Promise<Processes> {
  const folder = await temporaryFolder();
  const dbs = [await openDatabaseOf(folder)];
  onTestFinished(async () => {
    await Promise.all(dbs.map((db) => db.destroy()));
  });
  while (dbs.every(isPostgres) && dbs.length < count) dbs.push(await openDatabaseOf(folder));
  return new Processes(dbs);
}

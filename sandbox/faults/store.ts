import type { Db, Tx } from "../../payments/store/database";
import { withSandbox } from "../tables";
import type { Fault, NewFault } from "./fault";

/** The faults in the order they were set, in which they also apply. */
export const activeFaults = (db: Db | Tx): Promise<Fault[]> =>
  withSandbox(db).selectFrom("faults").selectAll().orderBy("id").execute();

export async function addFaults(db: Db, faults: readonly NewFault[]): Promise<void> {
  if (faults.length > 0)
    await withSandbox(db)
      .insertInto("faults")
      .values([...faults])
      .execute();
}

export async function removeFault(db: Db, id: number): Promise<void> {
  await withSandbox(db).deleteFrom("faults").where("id", "=", id).execute();
}

export async function clearFaults(db: Db): Promise<void> {
  await withSandbox(db).deleteFrom("faults").execute();
}

/**
 * The oldest fault that fits a call; counts it, and deletes it after the last time.
 * @param text the text in which a fault's `match` is looked for
 */
export async function takeFault(db: Db, call: string, text: string): Promise<Fault | undefined> {
  const isFor = (fault: Fault) => (fault.call === "all" || fault.call === call) && text.includes(fault.match);
  if (!(await activeFaults(db)).some(isFor)) return undefined;
  return db.transaction().execute(async (tx) => {
    const fault = (await activeFaults(tx)).find(isFor);
    if (fault) await countDown(tx, fault);
    return fault;
  });
}

async function countDown(tx: Tx, { id, times }: Fault): Promise<void> {
  if (times === null) return;
  if (times > 1)
    await withSandbox(tx)
      .updateTable("faults")
      .set({ times: times - 1 })
      .where("id", "=", id)
      .execute();
  else await withSandbox(tx).deleteFrom("faults").where("id", "=", id).execute();
}

import type { Context } from "../context";
import type { Call, Driver, Movement, ProviderBooks } from "../drivers/driver";
import { allDone } from "../rounds";
import type { Tx } from "../store/database";
import { type Compared, Comparison, type Difference, type OurLine } from "./comparison";
import { Counterparts } from "./counterparts";
import { completeAt, type Day, timeOfDay } from "./day";
import { ourLines } from "./our-lines";

/** A provider that has not told all by then is asked again later. */
export const MOST_MS = 15 * 60_000;

/** Ours that are not in the provider's day are asked for one by one; more than this many are not there. */
const MOST_LOOKED_UP = 500;
const TOGETHER = 5;

/** A driver whose books can be read. */
export type BookKeeper = Driver & { readonly books: ProviderBooks };

export const keepsBooks = (driver: Driver): driver is BookKeeper => driver.books !== undefined;

export interface ComparedDay extends Compared {
  /** Stores it, in the place of what was found before. */
  save(tx: Tx): Promise<void>;
}

/** Compares what a provider says was paid and given back on a day with what we say. @throws OutcomeUnknown */
export async function compareDay(
  { db, now, stopping }: Pick<Context, "db" | "now" | "stopping">,
  driver: BookKeeper,
  day: Day,
): Promise<ComparedDay> {
  const call: Call = { now, signal: AbortSignal.any([stopping, AbortSignal.timeout(MOST_MS)]) };
  const comparison = new Comparison(timeOfDay(day));
  const counterparts = new Counterparts(db, driver.code, day);
  const see: See = async (lines) => {
    const fresh = comparison.take(lines);
    const ours = await counterparts.of(fresh);
    for (const line of fresh) comparison.compare(line, ours.get(line));
  };
  for await (const line of ourLines(db, driver.code, day)) comparison.expect(line);
  for await (const page of driver.books.movements(comparison.time, call)) await see(page);
  await lookUp(comparison.missing.slice(0, MOST_LOOKED_UP), driver.books, see, call);
  const compared = comparison.end();
  const save = async (tx: Tx) => {
    await counterparts.save(tx);
    await saveCompared(tx, { driver: driver.code, day }, compared);
    await saveDay(tx, driver, day, { compared_at: now(), differences: compared.count });
  };
  return { ...compared, save };
}

type See = (lines: readonly Movement[]) => Promise<void>;

/** What the provider has on another day is compared with that day. */
async function lookUp(missing: readonly OurLine[], books: ProviderBooks, see: See, call: Call): Promise<void> {
  for (let first = 0; first < missing.length; first += TOGETHER) {
    const some = missing.slice(first, first + TOGETHER);
    const found = await allDone(some.map(({ id, at }) => books.find(id, at, call)));
    await see(found.flat());
  }
}

async function saveCompared(tx: Tx, about: { driver: string; day: Day }, compared: Compared) {
  for (const table of ["reconciliation_sums", "reconciliation_differences"] as const)
    await tx.deleteFrom(table).where("driver", "=", about.driver).where("day", "=", about.day).execute();
  for (const sum of compared.sums)
    await tx
      .insertInto("reconciliation_sums")
      .values({ ...about, ...sum })
      .execute();
  for (const difference of compared.differences)
    await tx.insertInto("reconciliation_differences").values(rowOf(about, difference)).execute();
}

/** By hand a day is compared that nothing was to compare. */
async function saveDay(
  tx: Tx,
  { code, books }: BookKeeper,
  day: Day,
  found: { compared_at: number; differences: number },
) {
  const compared = { ...found, state: "compared", tries: 0, problem: null } as const;
  const completeDay = { driver: code, day, complete_at: completeAt(day, books.lagMs), next_try_at: found.compared_at };
  await tx
    .insertInto("reconciliations")
    .values({ ...completeDay, ...compared })
    .onConflict((conflict) => conflict.columns(["driver", "day"]).doUpdateSet(compared))
    .execute();
}

const rowOf = (about: { driver: string; day: Day }, { what, line, theirs, ours }: Difference) => ({
  ...about,
  what,
  kind: line.kind,
  line_id: line.id,
  capture_id: line.captureId,
  theirs: theirs?.amount ?? null,
  theirs_currency: theirs?.currency ?? null,
  ours: ours?.amount ?? null,
  ours_currency: ours?.currency ?? null,
  at: line.at,
});

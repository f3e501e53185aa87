import type { Context } from "../context";
import { inRounds, inTurn } from "../rounds";
import { backoff, note, type Queue, workQueue } from "../work-queue";
import { type BookKeeper, type ComparedDay, compareDay, keepsBooks, MOST_MS } from "./compare-day";
import { completeAt, type Day, dayOf, daysAfter } from "./day";
import type { Reconciliation } from "./tables";

const ROUND_MS = 5_000;
const waitAfter = backoff(60_000, 6 * 60 * 60_000);
/** About an hour. */
const TRIES_BEFORE_ERROR = 6;
/** Days on which no process ran are made up for. */
const MOST_DAYS_BEHIND = 31;
const STORED_DAYS = 400;

/** Compares each day with each provider once its books are complete. @returns a function that stops it and waits for the running round */
export const keepComparing = (context: Context): (() => Promise<void>) =>
  inRounds(
    "reconciliation",
    ROUND_MS,
    () => compareDue(context),
    (error) => context.log.error({ err: error }, "payments: comparing with the providers' books failed"),
  );

export async function compareDue(context: Context): Promise<void> {
  await inTurn(context, [...context.drivers.values()].filter(keepsBooks), async (driver) => {
    await addDays(context, driver);
    await workQueue(context, daysOf(driver), (day) => compareOne(context, driver, day));
  });
}

const daysOf = ({ code }: BookKeeper): Queue<Reconciliation> => ({
  atOnce: 1,
  batches: 1,
  claimMs: MOST_MS + 5 * 60_000,
  waiting: (db) => db.selectFrom("reconciliations").selectAll().where("driver", "=", code).where("state", "=", "due"),
  one: (db, { day }) =>
    db.updateTable("reconciliations").where("driver", "=", code).where("day", "=", day).where("state", "=", "due"),
});

/** Each day as it begins, the first one when payments begin: it is compared when its books are complete. */
async function addDays({ db, now }: Context, { code: driver, books }: BookKeeper): Promise<void> {
  const newest = await db
    .selectFrom("reconciliations")
    .select((eb) => eb.fn.max("day").as("day"))
    .where("driver", "=", driver)
    .executeTakeFirst();
  const today = dayOf(now());
  if (newest?.day && newest.day >= today) return;
  const longAgo = daysAfter(today, -MOST_DAYS_BEHIND);
  const next = newest?.day ? daysAfter(newest.day, 1) : today;
  for (let day = next > longAgo ? next : longAgo; day <= today; day = daysAfter(day, 1))
    await db
      .insertInto("reconciliations")
      .values({ driver, day, state: "due", ...timesOf(day, books) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await forget(db, driver, daysAfter(today, -STORED_DAYS));
}

function timesOf(day: Day, { lagMs }: BookKeeper["books"]) {
  const complete_at = completeAt(day, lagMs);
  return { complete_at, next_try_at: complete_at };
}

async function forget(db: Context["db"], driver: string, before: Day): Promise<void> {
  for (const table of [
    "reconciliation_sums",
    "reconciliation_differences",
    "reconciliation_returns",
    "reconciliations",
  ] as const)
    await db.deleteFrom(table).where("driver", "=", driver).where("day", "<", before).execute();
}

async function compareOne(context: Context, driver: BookKeeper, row: Reconciliation) {
  try {
    const compared = await compareDay(context, driver, row.day);
    const isOurs = await context.db.transaction().execute(async (tx) => {
      const stands = await note(tx, daysOf(driver), row, { state: "compared" });
      if (stands) await compared.save(tx);
      return stands;
    });
    if (isOurs) logCompared(context, driver, row.day, compared);
    return undefined;
  } catch (error) {
    return laterAfter(context, driver, row, error);
  }
}

function logCompared(
  { log }: Context,
  { code, name }: BookKeeper,
  day: Day,
  { count, differences, sums }: ComparedDay,
) {
  const facts = { driver: code, day, differences: count, sums };
  if (count === 0) log.info(facts, `payments: ${name}'s books of a day say what ours say`);
  else log.error({ ...facts, first: differences.slice(0, 5) }, `payments: ${name}'s books of a day differ from ours`);
}

function laterAfter({ log, now }: Context, { code, name }: BookKeeper, { day, tries }: Reconciliation, error: unknown) {
  const problem = error instanceof Error ? error.message : String(error);
  const level = tries === TRIES_BEFORE_ERROR ? "error" : "warn";
  log[level]({ driver: code, day, tries, reason: problem }, `payments: a day was not compared with ${name}'s books`);
  return { problem, next_try_at: now() + waitAfter(tries) };
}

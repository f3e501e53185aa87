import type { Context } from "../context";
import { inRounds } from "../rounds";
import type { Tx } from "../store/database";
import { type BookKeeper, type ComparedDay, compareDay, keepsBooks, MOST_MS } from "./compare-day";
import { completeAt, type Day, dayOf, daysAfter } from "./day";

const ROUND_MS = 5_000;
/** Longer than a comparison may take. If the process dies meanwhile, another goes on after that. */
const CLAIM_MS = MOST_MS + 5 * 60_000;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 60 * 60_000;
/** About an hour. */
const TRIES_BEFORE_ERROR = 6;
/** Days on which no process ran are made up for. */
const MOST_DAYS_BEHIND = 31;
const STORED_DAYS = 400;

/** Compares each day with each provider once its books are complete. @returns a function that stops it and waits for the running round */
export function keepComparing(context: Context): () => Promise<void> {
  const stopping = new AbortController();
  const stop = inRounds(
    "reconciliation",
    ROUND_MS,
    () => compareDue(context, stopping.signal),
    (error) => context.log.error({ err: error }, "payments: comparing with the providers' books failed"),
  );
  return async () => {
    stopping.abort();
    await stop();
  };
}

export async function compareDue(context: Context, stopping?: AbortSignal): Promise<void> {
  const keepers = [...context.drivers.values()].filter(keepsBooks);
  for (const driver of keepers) await addDays(context, driver);
  for (const driver of keepers) {
    const claimed = await claimNext(context, driver);
    if (claimed !== undefined) await compareClaimed(context, driver, claimed, stopping);
  }
}

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
      .values({ driver, day, state: "due", next_try_at: completeAt(day, books.lagMs) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await forget(db, daysAfter(today, -STORED_DAYS));
}

async function forget(db: Context["db"], before: Day): Promise<void> {
  for (const table of [
    "reconciliation_sums",
    "reconciliation_differences",
    "reconciliation_returns",
    "reconciliations",
  ] as const)
    await db.deleteFrom(table).where("day", "<", before).execute();
}

interface Claimed {
  day: Day;
  tries: number;
  next_try_at: number;
}

/** Of the processes that share the database one compares a day; the oldest first. */
const claimNext = ({ db, now }: Context, { code: driver }: BookKeeper): Promise<Claimed | undefined> =>
  db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom("reconciliations")
      .select(["day", "tries"])
      .where("driver", "=", driver)
      .where("state", "=", "due")
      .where("next_try_at", "<=", now())
      .orderBy("day")
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const claim = { tries: next.tries + 1, next_try_at: now() + CLAIM_MS };
    const { day } = next;
    await tx.updateTable("reconciliations").set(claim).where("driver", "=", driver).where("day", "=", day).execute();
    return { day, ...claim };
  });

async function compareClaimed(context: Context, driver: BookKeeper, claimed: Claimed, stopping?: AbortSignal) {
  try {
    const compared = await compareDay(context, driver, claimed.day, stopping);
    const isOurs = await context.db.transaction().execute(async (tx) => {
      if ((await claimIn(tx, driver, claimed)) === undefined) return false;
      await compared.save(tx);
      return true;
    });
    if (isOurs) logCompared(context, driver, claimed.day, compared);
  } catch (error) {
    await tryLater(context, driver, claimed, error);
  }
}

/** Undefined where this one took too long, and another process has it by now. */
const claimIn = (tx: Tx, { code }: BookKeeper, { day, next_try_at }: Claimed) =>
  tx
    .selectFrom("reconciliations")
    .select("day")
    .where("driver", "=", code)
    .where("day", "=", day)
    .where("next_try_at", "=", next_try_at)
    .executeTakeFirst();

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

async function tryLater(context: Context, driver: BookKeeper, claimed: Claimed, error: unknown): Promise<void> {
  const { day, tries, next_try_at } = claimed;
  const problem = error instanceof Error ? error.message : String(error);
  const level = tries === TRIES_BEFORE_ERROR ? "error" : "warn";
  context.log[level](
    { driver: driver.code, day, tries, reason: problem },
    `payments: a day was not compared with ${driver.name}'s books`,
  );
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);
  await context.db
    .updateTable("reconciliations")
    .set({ problem, next_try_at: context.now() + wait })
    .where("driver", "=", driver.code)
    .where("day", "=", day)
    .where("next_try_at", "=", next_try_at)
    .execute();
}

import type { Context } from "../context";
import { syncAttempt } from "../orders/advance";
import { syncSubscription } from "../subscriptions/ask-subscription";
import { backoff, type Queue, workQueue } from "../work-queue";
import { subjectOf } from "./event-subject";
import type { HookEvent } from "./tables";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const waitAfter = backoff(2_000, 60 * MINUTE_MS);
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
/** The answer that makes a payment ours may come after the first event about it, but not for long. */
const UNKNOWN_FOR_MS = 10 * MINUTE_MS;
/** No provider repeats an event for that long. */
const STORED_FOR_MS = 30 * DAY_MS;

/** The codes of the providers whose events are due, also of those that are not set up any more. */
export async function ringingDrivers({ db, now }: Context): Promise<string[]> {
  const due = db.selectFrom("hook_events").select("driver").distinct().where("state", "=", "waiting");
  return (await due.where("next_try_at", "<=", now()).execute()).map(({ driver }) => driver);
}

/** Asks a provider about what it rang for. In which order does not matter: what it says is how it stands now. */
export const workHooks = (context: Context, driver: string): Promise<void> =>
  workQueue(context, eventsOf(driver), (event) =>
    ask(context, event).catch((error: unknown) => afterFailure(context, event, error)),
  );

export async function forgetHooks(context: Context): Promise<void> {
  const oldest = context.now() - STORED_FOR_MS;
  await context.db
    .deleteFrom("hook_events")
    .where("received_at", "<", oldest)
    .where("state", "!=", "waiting")
    .execute();
}

const eventsOf = (driver: string): Queue<HookEvent> => ({
  atOnce: 10,
  batches: 20,
  // All that is asked for one event.
  claimMs: MINUTE_MS,
  waiting: (db) => db.selectFrom("hook_events").selectAll().where("state", "=", "waiting").where("driver", "=", driver),
  one: (db, { event_id }) =>
    db
      .updateTable("hook_events")
      .where("driver", "=", driver)
      .where("event_id", "=", event_id)
      .where("state", "=", "waiting"),
});

type Outcome = Partial<Pick<HookEvent, "state" | "problem" | "next_try_at">>;

async function ask(context: Context, event: HookEvent): Promise<Outcome> {
  const { attempt, subscription } = await subjectOf(context.db, event);
  if (attempt !== undefined) await syncAttempt(context, attempt);
  // One that cannot be asked about now is asked by itself, later.
  const synced = subscription === undefined ? "unknown" : await syncSubscription(context, subscription);
  const isOurs = attempt !== undefined || synced !== "unknown";
  return isOurs ? { state: "done", problem: null } : afterUnknown(context, event);
}

function afterUnknown({ now }: Context, event: HookEvent): Outcome {
  if (now() - event.received_at >= UNKNOWN_FOR_MS) return { state: "ignored", problem: "It is about nothing of ours." };
  return { next_try_at: now() + waitAfter(event.tries) };
}

function afterFailure({ log, now }: Context, event: HookEvent, error: unknown): Outcome {
  const { driver, event_id, kind, tries, received_at } = event;
  const problem = error instanceof Error ? error.message : String(error);
  const facts = { driver, event: event_id, kind, tries, reason: problem };
  if (now() - received_at < GIVEN_UP_AFTER_MS) {
    log.warn(facts, "payments: what a webhook rang for could not be asked yet");
    return { problem, next_try_at: now() + waitAfter(tries) };
  }
  log.error(facts, "payments: what a webhook rang for could not be asked for three days");
  return { state: "failed", problem };
}

import type { Context } from "../context";
import { syncAttempt } from "../orders/advance";
import { syncSubscription } from "../subscriptions/ask-subscription";
import { subjectOf } from "./event-subject";
import type { HookEvent } from "./tables";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const AT_ONCE = 10;
/** Longer than all that is asked for one event may take. If the process dies meanwhile, another asks after that. */
const CLAIM_MS = MINUTE_MS;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60 * MINUTE_MS;
const GIVEN_UP_AFTER_MS = 3 * DAY_MS;
/** The answer that makes a payment ours may come after the first event about it, but not for long. */
const UNKNOWN_FOR_MS = 10 * MINUTE_MS;
/** No provider repeats an event for that long. */
const STORED_FOR_MS = 30 * DAY_MS;

/** Asks providers about what rang, until nothing is due. In which order does not matter: what they say is how it stands now. */
export async function workHooks(context: Context): Promise<void> {
  for (let due = await claimDue(context); due.length > 0; due = await claimDue(context))
    await Promise.all(due.map((event) => workOne(context, event)));
  const oldest = context.now() - STORED_FOR_MS;
  await context.db
    .deleteFrom("hook_events")
    .where("received_at", "<", oldest)
    .where("state", "!=", "waiting")
    .execute();
}

/** Of the processes that share the database one works an event. */
const claimDue = ({ db, now }: Context): Promise<HookEvent[]> =>
  db
    .updateTable("hook_events")
    .set(({ eb }) => ({ next_try_at: now() + CLAIM_MS, tries: eb("tries", "+", 1) }))
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", now())
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("driver", "event_id"),
        "in",
        selectFrom("hook_events")
          .select(["driver", "event_id"])
          .where("state", "=", "waiting")
          .where("next_try_at", "<=", now())
          .orderBy("next_try_at")
          .limit(AT_ONCE)
          .$asTuple("driver", "event_id"),
      ),
    )
    .returningAll()
    .execute();

type Outcome = Partial<Pick<HookEvent, "state" | "problem" | "next_try_at">>;

async function workOne(context: Context, event: HookEvent): Promise<void> {
  const outcome = await ask(context, event).catch((error: unknown) => afterFailure(context, event, error));
  await context.db
    .updateTable("hook_events")
    .set(outcome)
    .where("driver", "=", event.driver)
    .where("event_id", "=", event.event_id)
    // Another process has it by now, where this one took too long.
    .where("next_try_at", "=", event.next_try_at)
    .execute();
}

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
  return { next_try_at: now() + waitAfter(event) };
}

function afterFailure({ log, now }: Context, event: HookEvent, error: unknown): Outcome {
  const { driver, event_id, kind, tries, received_at } = event;
  const problem = error instanceof Error ? error.message : String(error);
  const facts = { driver, event: event_id, kind, tries, reason: problem };
  if (now() - received_at < GIVEN_UP_AFTER_MS) {
    log.warn(facts, "payments: what a webhook rang for could not be asked yet");
    return { problem, next_try_at: now() + waitAfter(event) };
  }
  log.error(facts, "payments: what a webhook rang for could not be asked for three days");
  return { state: "failed", problem };
}

const waitAfter = ({ tries }: HookEvent): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), LONGEST_WAIT_MS);

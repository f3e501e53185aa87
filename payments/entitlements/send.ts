import { millisecondsInHour } from "date-fns/constants";
import type { Context } from "../context";
import type { Tx } from "../store/database";
import type { Post, Taken } from "./post";
import type { EntitlementEvent } from "./tables";

/** Events of so many accounts are on their way at once. */
const SIDE_BY_SIDE = 8;
const MOST_BATCHES = 25;
const FIRST_WAIT_MS = 5_000;
/** Longer than a call may take. If the process dies meanwhile, the event is sent again after that, as it was. */
const CLAIM_MS = 60_000;

export interface Sending extends Pick<Context, "db" | "log" | "now"> {
  post: Post;
}

/**
 * Sends what is due, the events of one account one after the other. One that was not taken is sent again after 5 s, then after twice as
 * long each time, at most an hour, for three days; then the next ones of its account go on without it. A round ends with the first batch
 * in which one was not taken, so that an operator who is down is not asked for each.
 * @returns whether the operator takes any more
 */
export async function sendDue(sending: Sending): Promise<boolean> {
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const claimed = await claimNext(sending);
    const taken = await Promise.all(claimed.map((event) => sendOne(sending, event)));
    if (taken.includes("gone")) return false;
    if (claimed.length === 0 || taken.includes("again")) return true;
  }
  return true;
}

async function sendOne(sending: Sending, claimed: EntitlementEvent): Promise<Taken["kind"]> {
  const taken = await sending.post(claimed, sending.now());
  await sending.db.transaction().execute((tx) => note(tx, sending, claimed, taken));
  return taken.kind;
}

/** Of the processes that share the database one sends an event, and none of them a later one of the same account. */
const claimNext = ({ db, now }: Pick<Sending, "db" | "now">): Promise<EntitlementEvent[]> =>
  db.transaction().execute(async (tx) => {
    const next_try_at = now() + CLAIM_MS;
    const due = await firstDue(tx, now());
    for (const { user_id } of due) await laterOf(tx, user_id, next_try_at);
    return due.map((event) => ({ ...event, next_try_at }));
  });

const firstDue = (tx: Tx, now: number): Promise<EntitlementEvent[]> =>
  tx
    .selectFrom("entitlement_events as event")
    .selectAll()
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("entitlement_events as earlier")
            .select("earlier.id")
            .where("earlier.state", "=", "waiting")
            .whereRef("earlier.user_id", "=", "event.user_id")
            .whereRef("earlier.sequence", "<", "event.sequence"),
        ),
      ),
    )
    .orderBy("next_try_at")
    .limit(SIDE_BY_SIDE)
    .execute();

/** All that waits of an account waits until then, so that what cannot be sent yet is not looked at. */
const laterOf = (tx: Tx, userId: number, next_try_at: number) =>
  tx
    .updateTable("entitlement_events")
    .set({ next_try_at })
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .execute();

async function note(tx: Tx, sending: Sending, claimed: EntitlementEvent, taken: Taken): Promise<void> {
  const { id, user_id, next_try_at } = claimed;
  const now = sending.now();
  const tries = claimed.tries + 1;
  const outcome = outcomeOf(claimed, taken, now);
  const noted = await tx
    .updateTable("entitlement_events")
    .set({ ...outcome, tries })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    // Another process has it by now, where this one took too long.
    .where("next_try_at", "=", next_try_at)
    .executeTakeFirst();
  if (noted.numUpdatedRows === 0n) return;
  await laterOf(tx, user_id, outcome.state === "waiting" ? now + waitAfter(tries) : now);
  if (taken.kind === "sent") return;
  const facts = { event: id, user: user_id, tries, problem: taken.problem };
  if (outcome.state === "failed") sending.log.error(facts, "payments: an entitlement event was given up");
  else sending.log.warn(facts, "payments: an entitlement event was not taken");
}

type Outcome = Pick<EntitlementEvent, "state" | "problem" | "sent_at">;

function outcomeOf({ give_up_at }: EntitlementEvent, taken: Taken, now: number): Outcome {
  if (taken.kind === "sent") return { state: "sent", problem: null, sent_at: now };
  return { state: now >= give_up_at ? "failed" : "waiting", problem: taken.problem, sent_at: null };
}

const waitAfter = (tries: number): number => Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20), millisecondsInHour);

import { millisecondsInHour } from "date-fns/constants";
import type { Context } from "../context";
import { backoff, type Queue, workQueue } from "../work-queue";
import type { Post, Taken } from "./post";
import type { EntitlementEvent } from "./tables";

const waitAfter = backoff(5_000, millisecondsInHour);

export interface Sending extends Pick<Context, "db" | "log" | "now" | "stopping"> {
  post: Post;
}

/**
 * Sends what is due, the events of one account one after the other. One that was not taken is sent again after 5 s, then after twice as
 * long each time, at most an hour, for three days; then the next ones of its account go on without it. A round ends with the first batch
 * in which one was not taken, so that an operator who is down is not asked for each.
 * @returns whether the operator takes any more
 */
export async function sendDue(sending: Sending): Promise<boolean> {
  const answers = new Set<Taken["kind"]>();
  const send = async (event: EntitlementEvent) => {
    const taken = await sending.post(event, sending.now());
    answers.add(taken.kind);
    return outcomeOf(sending, event, taken);
  };
  await workQueue(sending, EVENTS, send, () => !answers.has("again") && !answers.has("gone"));
  return !answers.has("gone");
}

const EVENTS: Queue<EntitlementEvent> = {
  atOnce: 8,
  batches: 25,
  // Longer than a call may take. The event is sent again as it was.
  claimMs: 60_000,
  // Of each account the first one, whenever that is due.
  waiting: (db) =>
    db
      .selectFrom("entitlement_events as event")
      .selectAll()
      .where("state", "=", "waiting")
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
      ),
  one: (db, { id }) => db.updateTable("entitlement_events").where("id", "=", id).where("state", "=", "waiting"),
};

function outcomeOf({ log, now }: Sending, event: EntitlementEvent, taken: Taken): Partial<EntitlementEvent> {
  if (taken.kind === "sent") return { state: "sent", problem: null, sent_at: now() };
  const { id, user_id, tries, give_up_at } = event;
  const { problem } = taken;
  const facts = { event: id, user: user_id, tries, problem };
  if (now() >= give_up_at) {
    log.error(facts, "payments: an entitlement event was given up");
    return { state: "failed", problem, sent_at: null };
  }
  log.warn(facts, "payments: an entitlement event was not taken");
  return { problem, sent_at: null, next_try_at: now() + waitAfter(tries) };
}

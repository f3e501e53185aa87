import type { Context } from "../context";
import { OutcomeUnknown } from "../drivers/errors";
import { syncAttempt } from "../orders/advance";
import type { AttemptRow } from "../orders/tables";
import { nextAsk } from "./asking-times";

const MOST_AT_ONCE = 50;
const TOGETHER = 5;

/** While one process asks, no other does; if it dies, another asks after that. No work-queue.ts: an attempt is asked about by its age, without tries. */
const CLAIM_MS = 60_000;

/** Asks providers about payments for which nobody has rung, and notes when they have said their last word. One round asks about a few. */
export async function askUnrung(context: Context): Promise<void> {
  const due = await claimDue(context);
  for (let first = 0; first < due.length; first += TOGETHER)
    await Promise.all(due.slice(first, first + TOGETHER).map((attempt) => askAbout(context, attempt)));
}

const claimDue = ({ db, now }: Context): Promise<AttemptRow[]> =>
  db
    .updateTable("attempts")
    .set({ next_ask_at: now() + CLAIM_MS })
    .where("next_ask_at", "<=", now())
    .where("id", "in", (eb) =>
      eb
        .selectFrom("attempts")
        .select("id")
        .where("next_ask_at", "<=", now())
        .orderBy("next_ask_at")
        .limit(MOST_AT_ONCE),
    )
    .returningAll()
    .execute();

async function askAbout(context: Context, attempt: AttemptRow): Promise<void> {
  const isAnswered = await ask(context, attempt);
  const { db, now } = context;
  const known = await db.selectFrom("attempts").selectAll().where("id", "=", attempt.id).executeTakeFirstOrThrow();
  const next = nextAsk(known, now());
  const isLast = next === null && isAnswered;
  await db
    .updateTable("attempts")
    .set(isLast ? { next_ask_at: null, settled_at: now() } : { next_ask_at: next ?? now() + 60 * CLAIM_MS })
    .where("id", "=", attempt.id)
    .where("next_ask_at", "=", attempt.next_ask_at)
    .execute();
}

/** @returns whether the provider answered */
async function ask(context: Context, attempt: AttemptRow): Promise<boolean> {
  const { id, provider } = attempt;
  try {
    await syncAttempt(context, attempt);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const level = error instanceof OutcomeUnknown ? "warn" : "error";
    context.log[level]({ attempt: id, provider, reason }, "payments: nobody could say how a payment stands");
    return false;
  }
}

import type { Context } from "../context";
import { OutcomeUnknown } from "../drivers/errors";
import { syncAttempt } from "../orders/advance";
import type { AttemptRow } from "../orders/tables";
import { allDone } from "../rounds";
import { nextAsk } from "./asking-times";

const AT_ONCE = 5;
const BATCHES = 10;

/**
 * While one process asks, no other does; if it dies, another asks after that. Longer than a provider is waited for, so only what is asked
 * about at once is claimed. No work-queue.ts: an attempt is asked about by its age, without tries.
 */
const CLAIM_MS = 60_000;

/** A provider's code. */
export type Unheard = NonNullable<AttemptRow["provider"]>;

/** The providers for whose payments nobody has rung, also those that are not set up any more. */
export async function unheardDrivers({ db, now }: Context): Promise<Unheard[]> {
  const due = db.selectFrom("attempts").select("provider").distinct().where("next_ask_at", "<=", now());
  return (await due.execute()).flatMap(({ provider }) => provider ?? []);
}

/** Asks a provider about payments for which nobody has rung, and notes when it has said its last word. One round asks about some. */
export async function askUnrung(context: Context, driver: Unheard): Promise<void> {
  for (let batch = 0; batch < BATCHES && !context.stopping.aborted; batch++) {
    const due = await claimDue(context, driver);
    if (due.length === 0) return;
    await allDone(due.map((attempt) => askAbout(context, attempt)));
  }
}

const claimDue = ({ db, now }: Context, driver: Unheard): Promise<AttemptRow[]> =>
  db
    .updateTable("attempts")
    .set({ next_ask_at: now() + CLAIM_MS })
    .where("next_ask_at", "<=", now())
    .where("id", "in", (eb) =>
      eb
        .selectFrom("attempts")
        .select("id")
        .where("next_ask_at", "<=", now())
        .where("provider", "=", driver)
        .orderBy("next_ask_at")
        .limit(AT_ONCE),
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

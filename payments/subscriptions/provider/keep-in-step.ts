import { millisecondsInMinute } from "date-fns/constants";
import type { Context } from "../../context";
import { allDone, inRounds, inTurn } from "../../rounds";
import { syncOne } from "../ask-subscription";
import { doOrders } from "./do-orders";

const EVERY_MS = 1000;
const MOST_AT_ONCE = 20;

/**
 * Keeps subscriptions in step with their providers: tells these what was ordered, and asks about what is due.
 * @returns a function that stops it and waits for the running round
 */
export const keepInStep = (context: Context): (() => Promise<void>) =>
  inRounds(
    "subscriptions",
    EVERY_MS,
    () => stepWithProviders(context),
    (error) => context.log.error({ err: error }, "payments: asking about subscriptions failed"),
  );

export async function stepWithProviders(context: Context): Promise<void> {
  await inTurn(context, [doOrders, askAboutDue], (step) => step(context));
}

async function askAboutDue(context: Context): Promise<void> {
  const due = await dueSubscriptions(context);
  await allDone(due.map((id) => syncOne(context, id)));
}

/** Two questions, each with an index: asked as one, every subscription would be looked at. */
async function dueSubscriptions({ db, now }: Context): Promise<string[]> {
  const restedIds = db
    .selectFrom("subscriptions")
    .select("id")
    .where("driver", "is not", null)
    .where((eb) => eb.or([eb("synced_at", "is", null), eb("synced_at", "<=", now() - millisecondsInMinute)]))
    .limit(MOST_AT_ONCE);
  const rung = await restedIds.where("rung", "=", 1).orderBy("synced_at").execute();
  const due = await restedIds.where("next_sync_at", "<=", now()).orderBy("next_sync_at").execute();
  return [...new Set([...rung, ...due].map(({ id }) => id))].slice(0, MOST_AT_ONCE);
}

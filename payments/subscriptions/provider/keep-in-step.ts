import { millisecondsInMinute } from "date-fns/constants";
import type { Context } from "../../context";
import { inRounds } from "../../rounds";
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
  await doOrders(context);
  const due = await dueSubscriptions(context);
  await Promise.all(due.map((id) => syncOne(context, id)));
}

async function dueSubscriptions({ db, now }: Context): Promise<string[]> {
  const due = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("driver", "is not", null)
    .where((eb) => eb.or([eb("next_sync_at", "<=", now()), eb("rung", "=", 1)]))
    .where((eb) => eb.or([eb("synced_at", "is", null), eb("synced_at", "<=", now() - millisecondsInMinute)]))
    .orderBy("synced_at")
    .limit(MOST_AT_ONCE)
    .execute();
  return due.map(({ id }) => id);
}

import { accountOf } from "../accounts";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";

/** A user's subscriptions: what was bought under their id, or under their account's e-mail address; newest first. */
export async function subscriptionsOf(db: Db | Tx, userId: number): Promise<SubscriptionRow[]> {
  const { email } = await accountOf(db, userId);
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where((eb) => eb.or([eb("email", "=", email), eb("user_id", "=", userId)]))
    .orderBy("bought_at", "desc")
    .orderBy("id")
    .execute();
}

/** Paid for at present, whether it renews or was cancelled. */
const isRunning = ({ state, ends_at }: SubscriptionRow, now: number): boolean =>
  (state === "active" || state === "ending") && ends_at > now;

/** Those of a user that run; the ones that renew come first. */
export async function runningSubscriptions(db: Db | Tx, userId: number, now: number): Promise<SubscriptionRow[]> {
  const running = (await subscriptionsOf(db, userId)).filter((one) => isRunning(one, now));
  return running.sort((one, other) => Number(other.state === "active") - Number(one.state === "active"));
}

export const subscriptionById = (db: Db | Tx, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();

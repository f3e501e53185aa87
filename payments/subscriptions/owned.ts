import { accountScope, type Scope } from "../links/scope";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "./tables";

/** The subscriptions that a sign opens, newest first. */
export const subscriptionsIn = (db: Db | Tx, scope: Scope): Promise<SubscriptionRow[]> =>
  db
    .selectFrom("subscriptions")
    .selectAll()
    .where((eb) =>
      scope.kind === "order"
        ? eb("order_id", "=", scope.orderId)
        : eb.or([eb("email", "=", scope.email), eb("user_id", "=", scope.userId)]),
    )
    .orderBy("bought_at", "desc")
    .orderBy("id")
    .execute();

/** Paid for at present, whether it renews or was cancelled. What never renews is time that was bought, and no subscription. */
const isRunning = ({ state, renews, ends_at }: SubscriptionRow, now: number): boolean =>
  renews === 1 && (state === "active" || state === "ending") && ends_at > now;

/** Those of a user that run; the ones that renew come first. */
export async function runningSubscriptions(db: Db | Tx, userId: number, now: number): Promise<SubscriptionRow[]> {
  const running = (await subscriptionsIn(db, await accountScope(db, userId))).filter((one) => isRunning(one, now));
  return running.sort((one, other) => Number(other.state === "active") - Number(one.state === "active"));
}

export const subscriptionById = (db: Db | Tx, id: string): Promise<SubscriptionRow | undefined> =>
  db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();

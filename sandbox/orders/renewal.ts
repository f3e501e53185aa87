import type { Db } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";

/** The time that was granted with an order, what its attempt sold, and how its subscription stands; null: it has none. */
interface GrantedTime {
  ends_at: number | null;
  renewal_amount: number | null;
  currency: string | null;
  subscription_state: SubscriptionRow["state"] | null;
}

/**
 * The next payment as the contract tells it; undefined where nothing was granted, or nothing renews (any more). What was
 * bought in an app has no subscription here unless its store reported one.
 */
export const renewalIn = ({ ends_at, renewal_amount: amount, currency, subscription_state: state }: GrantedTime) =>
  ends_at === null || amount === null || currency === null || (state !== null && state !== "active")
    ? undefined
    : { on: new Date(ends_at).toISOString(), amount, currency };

/** The payment that follows the granted time of an order. */
export async function renewalOf(db: Db, orderId: string) {
  const granted = await db
    .selectFrom("grants")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "grants.order_id")
    .select(["grants.ends_at", "renewal_amount", "attempts.currency", "subscriptions.state as subscription_state"])
    .where("grants.order_id", "=", orderId)
    .executeTakeFirst();
  return granted && renewalIn(granted);
}

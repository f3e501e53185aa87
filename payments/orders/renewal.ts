import { earliestDay } from "~/upstream/contract/deadlines";
import type { Db } from "../store/database";
import type { SubscriptionRow } from "../subscriptions/tables";
import { timeOf } from "../time";
import { buyerPlace, type PlaceFacts } from "./buyer-place";

/** The end of the paid period, what an order's attempt sold, and how its subscription stands; null: it has none. */
interface GrantedTime extends PlaceFacts {
  ends_at: number | null;
  renewal_amount: number | null;
  currency: string | null;
  subscription_state: SubscriptionRow["state"] | null;
}

/**
 * The next payment as the contract tells it; undefined where nothing was granted, or nothing renews (any more). What was
 * bought in an app has no subscription here unless its store reported one.
 */
export function renewalIn({ ends_at, renewal_amount: amount, currency, subscription_state, ...order }: GrantedTime) {
  const isStopped = subscription_state !== null && subscription_state !== "active";
  if (ends_at === null || amount === null || currency === null || isStopped) return undefined;
  return paymentAt({ at: ends_at, amount, currency }, order);
}

/** A payment that comes, with the day that its buyer is told. */
export const paymentAt = (
  { at, amount, currency }: { at: number; amount: number; currency: string },
  order: PlaceFacts,
) => ({
  on: timeOf(at),
  day: earliestDay(at, buyerPlace(order)),
  amount,
  currency,
});

/** The payment that follows the granted time of an order. */
export async function renewalOf(db: Db, orderId: string) {
  const granted = await db
    .selectFrom("grants")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "grants.order_id")
    // A grant may run longer, by the days of grace.
    .select(({ fn }) => fn.coalesce("subscriptions.ends_at", "grants.ends_at").as("ends_at"))
    .select(["renewal_amount", "attempts.currency", "subscriptions.state as subscription_state"])
    .select(["country_code", "time_zone"])
    .where("grants.order_id", "=", orderId)
    .executeTakeFirst();
  return granted && renewalIn(granted);
}

import { soldIn, soldUntil } from "../catalogue/sold";
import type { Db, Tx } from "../store/database";
import { buyerPlace, type PlaceFacts } from "./buyer-place";
import { orderIdsOf } from "./buying/buyer";

interface PaidPeriod {
  starts_at: number;
  ends_at: number;
}

/**
 * When a buyer's paid time ends, in milliseconds since 1970; 0 for one who never paid.
 *
 * Every order has its time from the moment it is granted, as if its buyer had nothing else: so it says when it renews, and so
 * it is shown to whoever paid. Nothing paid is lost where two of them run at once: what is left of the older one comes after
 * the newer one. So the end is found by laying all paid periods one behind the other, each as long as it is.
 */
export const paidUntil = async (db: Db | Tx, email: string, userId: number | null): Promise<number> =>
  paidWith(db, await orderIdsOf(db, { email, userId }));

/** The same of orders whose ids are known. */
export async function paidWith(db: Db | Tx, orderIds: readonly string[]): Promise<number> {
  if (orderIds.length === 0) return 0;
  const granted = await db
    .selectFrom("grants")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .select(["orders.id", "sold", "trial_days", "starts_at", "ends_at", "country_code", "time_zone"])
    .where("orders.state", "=", "done")
    .where("grants.order_id", "in", orderIds)
    .execute();
  const renewed = await db
    .selectFrom("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_charges.subscription_id")
    .select(["order_id", "subscription_charges.starts_at", "subscription_charges.ends_at"])
    .where("order_id", "in", orderIds)
    .execute();
  return granted
    .flatMap((grant) =>
      periodsOf(
        grant,
        renewed.filter(({ order_id }) => order_id === grant.id),
      ),
    )
    .sort((one, other) => one.starts_at - other.starts_at)
    .reduce((until, { starts_at, ends_at }) => Math.max(until, starts_at) + Math.max(0, ends_at - starts_at), 0);
}

/**
 * What was paid of a grant's time. A renewal that failed is paid late, and nothing was paid between its period and the one
 * before. A grant that was ended early ends all of them; one that runs longer than what is paid has days of grace.
 */
function periodsOf(
  grant: PaidPeriod & PlaceFacts & { sold: string; trial_days: number | null },
  renewed: PaidPeriod[],
): PaidPeriod[] {
  if (renewed.length === 0) return [grant];
  const { starts_at, trial_days: trialDays } = grant;
  const first = {
    starts_at,
    ends_at: soldUntil(starts_at, { sold: soldIn(grant), trialDays, place: buyerPlace(grant) }),
  };
  const paidTo = Math.max(first.ends_at, ...renewed.map(({ ends_at }) => ends_at));
  const grace = paidTo < grant.ends_at ? [{ starts_at: paidTo, ends_at: grant.ends_at }] : [];
  return [first, ...renewed, ...grace].map(({ starts_at, ends_at }) => ({
    starts_at,
    ends_at: Math.min(ends_at, grant.ends_at),
  }));
}

/** When the time ends that was bought with an order. */
export async function endOf(db: Db | Tx, orderId: string): Promise<number> {
  const granted = await db.selectFrom("grants").select("ends_at").where("order_id", "=", orderId).executeTakeFirst();
  return granted?.ends_at ?? 0;
}

import type { Db, Tx } from "../store/database";
import { ordersOf } from "./buying/buyer";

/**
 * When a buyer's paid time ends, in milliseconds since 1970; 0 for one who never paid.
 *
 * Every order has its time from the moment it is granted, as if its buyer had nothing else: so it says when it renews, and so
 * it is told to whoever paid. Nothing paid is lost where two of them run at once: what is left of the older one comes after
 * the newer one. So the end is found by laying all of them one behind the other, each as long as it is.
 */
export async function paidUntil(db: Db | Tx, email: string, userId: number | null): Promise<number> {
  const granted = await db
    .selectFrom("grants")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .select(["starts_at", "ends_at"])
    .where("orders.state", "=", "done")
    .where("grants.order_id", "in", ordersOf(db, { email, userId }))
    .orderBy("starts_at")
    .execute();
  return granted.reduce(
    (until, { starts_at, ends_at }) => Math.max(until, starts_at) + Math.max(0, ends_at - starts_at),
    0,
  );
}

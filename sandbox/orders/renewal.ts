import type { Db } from "../store/database";

interface Granted {
  ends_at: number | null;
  renewal_amount: number | null;
  currency: string | null;
}

/** The next payment as the contract tells it; undefined where nothing was granted, or nothing renews. */
export const renewalIn = ({ ends_at, renewal_amount: amount, currency }: Granted) =>
  ends_at === null || amount === null || currency === null
    ? undefined
    : { on: new Date(ends_at).toISOString(), amount, currency };

/** The payment that follows the granted time of an order. */
export async function renewalOf(db: Db, orderId: string) {
  const granted = await db
    .selectFrom("grants")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .select(["ends_at", "renewal_amount", "currency"])
    .where("grants.order_id", "=", orderId)
    .executeTakeFirst();
  return granted && renewalIn(granted);
}

import Big from "big.js";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";

/** All that was paid for a subscription and not given back, in its currency. */
export async function refundable(db: Db | Tx, { id, order_id }: SubscriptionRow): Promise<number> {
  const first = await db
    .selectFrom("captures")
    .select("amount")
    .where("order_id", "=", order_id)
    .where("state", "=", "kept")
    .execute();
  const renewals = await db
    .selectFrom("subscription_charges")
    .select(({ eb }) => eb("amount", "-", eb.ref("given_back")).as("amount"))
    .where("subscription_id", "=", id)
    .where("state", "=", "kept")
    .execute();
  return [...first, ...renewals].reduce((sum, { amount }) => sum.plus(amount), Big(0)).toNumber();
}

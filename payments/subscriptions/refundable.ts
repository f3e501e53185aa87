import { sql } from "kysely";
import { sumOf } from "../machine/money";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "./tables";

/** Of one capture or charge: what went back by other hands is no more to be had either. */
const left = sql<number>`amount - case when returned > given_back then returned else given_back end`.as("amount");

/** All that was paid for a subscription and not given back, in its currency. */
export async function refundable(db: Db | Tx, { id, order_id }: SubscriptionRow): Promise<number> {
  const first = await db
    .selectFrom("captures")
    .select(left)
    .where("order_id", "=", order_id)
    .where("state", "=", "kept")
    .execute();
  const renewals = await db
    .selectFrom("subscription_charges")
    .select(left)
    .where("subscription_id", "=", id)
    .where("state", "=", "kept")
    .execute();
  return sumOf([...first, ...renewals].map(({ amount }) => amount));
}

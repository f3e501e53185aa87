import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { mailboxOf } from "../../app/upstream/contract/values/mailbox";
import type { Db, Tx } from "../store/database";
import type { OrderRow, Tables } from "../store/schema";

/** One buyer: the same e-mail in any case, or the same account. */
export interface Buyer {
  email: string;
  userId: number | null;
}

export const isBuyerOf = ({ email, user_id }: OrderRow, buyer: Buyer): boolean =>
  email === buyer.email || (user_id !== null && user_id === buyer.userId);

type OrderFields = ExpressionBuilder<Pick<Tables, "orders">, "orders">;

const isBuyers = (eb: OrderFields, buyer: Buyer): Expression<SqlBool> =>
  eb.or([eb("email", "=", buyer.email), eb("user_id", "=", buyer.userId)]);

/** The ids of the buyer's orders for a plan that are not known to be paid, newest first. */
export async function unpaidOrders(tx: Tx, buyer: Buyer, planId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("orders")
    .select("id")
    .where("plan_id", "=", planId)
    .where("state", "not in", ["done", "refunded"])
    .where((eb) => isBuyers(eb, buyer))
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ id }) => id);
}

/** The buyer's latest order for a plan that was granted after an event, be it refunded since. */
export async function grantedSince(
  tx: Tx,
  { buyer, planId, event }: { buyer: Buyer; planId: string; event: number },
): Promise<string | undefined> {
  const granted = tx
    .selectFrom("grants")
    .innerJoin("events", "events.order_id", "grants.order_id")
    .select("grants.order_id")
    .where("events.type", "=", "granted")
    .where("events.seq", ">", event);
  const row = await tx
    .selectFrom("orders")
    .select("id")
    .where("plan_id", "=", planId)
    .where("id", "in", granted)
    .where((eb) => isBuyers(eb, buyer))
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.id;
}

/** Whether the buyer was granted a trial before, be it refunded since. */
export async function hasUsedTrial(db: Db | Tx, { email, userId }: Buyer): Promise<boolean> {
  const used = await db
    .selectFrom("grants")
    .innerJoin("attempts", "attempts.id", "grants.attempt_id")
    .select("grants.order_id")
    .where("trial_days", "is not", null)
    .where((eb) => eb.or([eb("email", "=", email), eb("user_id", "=", userId)]))
    .executeTakeFirst();
  return used !== undefined;
}

/** How often a coupon counts as used, in all and by this buyer: by their account, or by their mailbox in any spelling. */
export async function couponUses(tx: Tx, couponId: string, buyer: Buyer): Promise<{ all: number; byBuyer: number }> {
  const rows = await tx
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .select(["orders.email", "orders.user_id"])
    .where("coupon_id", "=", couponId)
    .where("hold", "in", ["held", "redeemed"])
    .execute();
  const mailbox = mailboxOf(buyer.email);
  const own = rows.filter(
    ({ email, user_id }) => mailboxOf(email) === mailbox || (user_id !== null && user_id === buyer.userId),
  );
  return { all: rows.length, byBuyer: own.length };
}

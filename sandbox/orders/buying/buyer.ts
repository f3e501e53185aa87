import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { AttemptState } from "~/upstream/contract/purchases/purchase-result";
import { mailboxOf } from "../../../app/upstream/contract/values/mailbox";
import type { Db, Tx } from "../../store/database";
import type { OrderRow, Tables } from "../../store/schema";

/** One buyer: the same e-mail in any case, or the same account. */
export interface Buyer {
  email: string;
  userId: number | null;
}

export const isBuyerOf = ({ email, user_id }: Pick<OrderRow, "email" | "user_id">, buyer: Buyer): boolean =>
  email === buyer.email || (user_id !== null && user_id === buyer.userId);

type OrderFields = ExpressionBuilder<Pick<Tables, "orders">, "orders">;

const isBuyers = (eb: OrderFields, buyer: Buyer): Expression<SqlBool> =>
  eb.or([eb("email", "=", buyer.email), eb("user_id", "=", buyer.userId)]);

/** The same buyer, or the same mailbox in another spelling: for what a person may have only so often. */
const isPersons = (eb: OrderFields, buyer: Buyer): Expression<SqlBool> =>
  eb.or([eb("mailbox", "=", mailboxOf(buyer.email)), eb("user_id", "=", buyer.userId)]);

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

const ordersOfPerson = (db: Db | Tx, buyer: Buyer) =>
  db
    .selectFrom("orders")
    .select("id")
    .where((eb) => isPersons(eb, buyer));

/** States of an attempt that may still be paid. */
const UNDER_WAY: readonly AttemptState[] = ["created", "sent", "needs_action", "processing"];

/**
 * Whether the buyer has used a trial: it was granted, be it refunded since, or is paid and will be; or it is under way
 * for another spelling of their address. Their own under way does not count: they may go on with it.
 */
export async function hasUsedTrial(db: Db | Tx, buyer: Buyer): Promise<boolean> {
  const trials = await db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .leftJoin("grants", (join) =>
      join.onRef("grants.order_id", "=", "orders.id").onRef("grants.attempt_id", "=", "attempts.id"),
    )
    .select(["orders.email", "orders.user_id", "orders.state"])
    .where("trial_days", "is not", null)
    .where("attempts.order_id", "in", ordersOfPerson(db, buyer))
    .where((eb) =>
      eb.or([
        eb("grants.order_id", "is not", null),
        eb.and([eb("orders.state", "=", "granting"), eb("attempts.state", "=", "succeeded")]),
        eb.and([eb("orders.state", "=", "paying"), eb("attempts.state", "in", UNDER_WAY)]),
      ]),
    )
    .execute();
  return trials.some((one) => one.state !== "paying" || !isBuyerOf(one, buyer));
}

/** How often a coupon counts as used, in all and by this buyer: by their account, or by their mailbox in any spelling. */
export async function couponUses(tx: Tx, couponId: string, buyer: Buyer): Promise<{ all: number; byBuyer: number }> {
  const uses = tx
    .selectFrom("attempts")
    .select(({ fn }) => fn.countAll<number>().as("times"))
    .where("coupon_id", "=", couponId)
    .where("hold", "in", ["held", "redeemed"]);
  const all = await uses.executeTakeFirstOrThrow();
  const theirs = await uses.where("order_id", "in", ordersOfPerson(tx, buyer)).executeTakeFirstOrThrow();
  return { all: all.times, byBuyer: theirs.times };
}

import { mailboxOf } from "../../../app/upstream/contract/values/mailbox";
import type { Db, Tx } from "../../store/database";
import type { OrderRow } from "../tables";

/** One buyer: the same mailbox, in any spelling, or the same account, which was proven. */
export interface Buyer {
  email: string;
  userId: number | null;
}

export const buyerOf = ({ email, user_id }: Pick<OrderRow, "email" | "user_id">): Buyer => ({ email, userId: user_id });

export const isBuyerOf = ({ mailbox, user_id }: Pick<OrderRow, "mailbox" | "user_id">, buyer: Buyer): boolean =>
  mailbox === mailboxOf(buyer.email) || (user_id !== null && user_id === buyer.userId);

/** The ids of all orders of a buyer, for a query. */
export const ordersOf = (db: Db | Tx, buyer: Buyer) =>
  db
    .selectFrom("orders")
    .select("orders.id")
    .where((eb) => eb.or([eb("mailbox", "=", mailboxOf(buyer.email)), eb("user_id", "=", buyer.userId)]));

/**
 * The ids of all orders of a buyer: few. A query over other tables that is given them begins there; SQLite would otherwise begin with all
 * orders of a state.
 */
export const orderIdsOf = async (db: Db | Tx, buyer: Buyer): Promise<string[]> =>
  (await ordersOf(db, buyer).execute()).map(({ id }) => id);

/** The buyer's orders for a plan that are not known to be paid, newest first, with the browsers that opened them. */
export const unpaidOrders = (db: Db | Tx, buyer: Buyer, planId: string): Promise<Pick<OrderRow, "id" | "browser">[]> =>
  ordersOf(db, buyer)
    .select("browser")
    .where("plan_id", "=", planId)
    .where("state", "not in", ["done", "refunded"])
    .orderBy("created_at", "desc")
    .execute();

interface Wish {
  buyer: Buyer;
  browser: string | null;
  planId: string;
  /** The number of the last order event before it was first sent. */
  event: number;
}

/** The latest order of the buyer and the browser for a plan that was granted after an event, be it refunded since. */
export async function grantedSince(tx: Tx, { buyer, browser, planId, event }: Wish): Promise<string | undefined> {
  const granted = tx
    .selectFrom("grants")
    .innerJoin("events", "events.order_id", "grants.order_id")
    .select("grants.order_id")
    .where("events.type", "=", "granted")
    .where("events.seq", ">", event);
  const row = await ordersOf(tx, buyer)
    .where("browser", "=", browser)
    .where("plan_id", "=", planId)
    .where("id", "in", granted)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.id;
}

/** Whether the buyer has used a trial: it was granted, be it refunded since, or is paid and will be. An unpaid one is nobody's. */
export async function hasUsedTrial(db: Db | Tx, buyer: Buyer): Promise<boolean> {
  const used = await db
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .leftJoin("grants", (join) =>
      join.onRef("grants.order_id", "=", "orders.id").onRef("grants.attempt_id", "=", "attempts.id"),
    )
    .select("attempts.id")
    .where("trial_days", "is not", null)
    .where("attempts.order_id", "in", ordersOf(db, buyer))
    .where((eb) =>
      eb.or([
        eb("grants.order_id", "is not", null),
        eb.and([eb("orders.state", "=", "granting"), eb("attempts.state", "=", "succeeded")]),
      ]),
    )
    .executeTakeFirst();
  return used !== undefined;
}

/** How often a coupon was paid with, in all and by this buyer. An unpaid attempt takes it from nobody. */
export async function couponUses(tx: Tx, couponId: string, buyer: Buyer): Promise<{ all: number; byBuyer: number }> {
  const uses = tx
    .selectFrom("attempts")
    .select(({ fn }) => fn.countAll<number>().as("times"))
    .where("coupon_id", "=", couponId)
    .where("hold", "=", "redeemed");
  const all = await uses.executeTakeFirstOrThrow();
  const theirs = await uses.where("order_id", "in", ordersOf(tx, buyer)).executeTakeFirstOrThrow();
  return { all: all.times, byBuyer: theirs.times };
}

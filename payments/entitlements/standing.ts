import { millisecondsInDay } from "date-fns/constants";
import { accountOf } from "../accounts";
import { type Buyer, orderIdsOf } from "../orders/buying/buyer";
import { paidWith } from "../orders/paid-time";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "../subscriptions/tables";

/**
 * How long access goes on after the paid time of somebody whose plan renews: providers take the money for the next period up to some
 * hours after the last one is over.
 */
export const RENEWAL_GRACE_MS = millisecondsInDay;

/** What a buyer may use, and by what. Times are milliseconds since 1970. */
export interface Standing {
  /** 0: nothing was ever paid. */
  paidUntil: number;
  /** The same, and a day more where a renewal is expected. */
  activeUntil: number;
  /** The order whose time ends last; undefined: none is paid. */
  last: { order_id: string; plan_id: string } | undefined;
  renews: boolean;
  /** When a renewal failed that its owner may still pay; null: none did. */
  pastDueSince: number | null;
  /** Where the last one renews, if it does. */
  source: SubscriptionRow["source"];
}

const NOTHING: Standing = {
  paidUntil: 0,
  activeUntil: 0,
  last: undefined,
  renews: false,
  pastDueSince: null,
  source: "web",
};

export async function standingOf(db: Db | Tx, buyer: Buyer): Promise<Standing> {
  const orderIds = await orderIdsOf(db, buyer);
  if (orderIds.length === 0) return NOTHING;
  const until = await paidWith(db, orderIds);
  const last = await lastGranted(db, orderIds);
  const renews = await isRenewing(db, orderIds);
  const pastDueSince = await failedAt(db, orderIds);
  const activeUntil = until > 0 && renews ? until + RENEWAL_GRACE_MS : until;
  return { paidUntil: until, activeUntil, last, renews, pastDueSince, source: last?.source ?? "web" };
}

/** The same of an account. */
export const standingOfUser = async (db: Db | Tx, userId: number): Promise<Standing> =>
  standingOf(db, { userId, email: (await accountOf(db, userId)).email });

const lastGranted = (db: Db | Tx, orderIds: readonly string[]) =>
  db
    .selectFrom("grants")
    .innerJoin("orders", "orders.id", "grants.order_id")
    .leftJoin("subscriptions", "subscriptions.order_id", "grants.order_id")
    .select(["grants.order_id", "orders.plan_id", "subscriptions.source"])
    .where("orders.state", "=", "done")
    .where("grants.order_id", "in", orderIds)
    .orderBy("grants.ends_at", "desc")
    .orderBy("grants.order_id")
    .executeTakeFirst();

async function isRenewing(db: Db | Tx, orderIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("state", "=", "active")
    .where("renews", "=", 1)
    .where("order_id", "in", orderIds)
    .executeTakeFirst();
  return row !== undefined;
}

async function failedAt(db: Db | Tx, orderIds: readonly string[]): Promise<number | null> {
  const row = await db
    .selectFrom("subscriptions")
    .select("failed_at")
    .where("state", "=", "past_due")
    .where("order_id", "in", orderIds)
    .orderBy("failed_at", "desc")
    .executeTakeFirst();
  return row?.failed_at ?? null;
}

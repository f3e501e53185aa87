import type { Db } from "../../../payments/store/database";

const MOST_ORDERS = 200;

/** All data of the newest orders, newest first; optionally of one buyer or one order. */
export async function orderHistories(db: Db, filter: { email?: string; orderId?: string } = {}) {
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .$if(filter.email !== undefined, (query) => query.where("email", "=", (filter.email ?? "").toLowerCase()))
    .$if(filter.orderId !== undefined, (query) => query.where("id", "=", filter.orderId ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MOST_ORDERS)
    .execute();
  return Promise.all(orders.map(async (order) => ({ ...order, ...(await historyOf(db, order.id)) })));
}

export type OrderHistory = Awaited<ReturnType<typeof orderHistories>>[number];

async function historyOf(db: Db, orderId: string) {
  return {
    attempts: await attemptsOf(db, orderId),
    charges: await db
      .selectFrom("captures")
      .select(["id", "attempt_id", "amount", "currency", "state"])
      .where("order_id", "=", orderId)
      .execute(),
    grants: await db
      .selectFrom("grants")
      .select(["attempt_id", "starts_at", "ends_at"])
      .where("order_id", "=", orderId)
      .execute(),
    conversions: await db
      .selectFrom("conversions")
      .select(["provider", "amount", "currency", "network", "click", "front_id", "at", "refunded_at"])
      .where("order_id", "=", orderId)
      .execute(),
    events: await eventsOf(db, orderId),
    letters: await lettersOf(db, orderId),
    declarations: await declarationsOf(db, orderId),
  };
}

/** Without the session and the return addresses: with those, anybody could pay or redirect a payment. */
const attemptsOf = (db: Db, orderId: string) =>
  db
    .selectFrom("attempts")
    .select([
      "id",
      "position",
      "provider",
      "reference",
      "state",
      "bucket",
      "amount",
      "currency",
      "coupon_id",
      "hold",
      "trial_days",
      "renewal_amount",
      "sold",
      "agreement",
      "created_at",
    ])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();

const eventsOf = (db: Db, orderId: string) =>
  db
    .selectFrom("events")
    .select(["seq", "attempt_id", "provider_event_id", "type", "detail", "at"])
    .where("order_id", "=", orderId)
    .orderBy("seq")
    .execute();

/** Without their texts, whose links open the contract. */
const lettersOf = (db: Db, orderId: string) =>
  db
    .selectFrom("order_letters")
    .select(["id", "kind", "language", "recipient", "subject", "body_hash", "written_at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();

const declarationsOf = (db: Db, orderId: string) =>
  db
    .selectFrom("subscription_declarations as declared")
    .innerJoin("subscriptions", "subscriptions.id", "declared.subscription_id")
    .select(["declared.id", "action", "name", "declared_at", "declared.ends_at", "refund", "currency"])
    .where("order_id", "=", orderId)
    .orderBy("declared.id")
    .execute();

import type { OrderRow } from "../../orders/tables";
import type { Db, Tx } from "../../store/database";
import { timeOf } from "../../time";

/** What was taken for orders: at first, and for each renewal. */
export async function paymentsOf(db: Db | Tx, orderIds: readonly string[]) {
  const captures = await db
    .selectFrom("captures")
    .innerJoin("attempts", "attempts.id", "attempt_id")
    .select(["captures.id", "captures.order_id", "captures.amount", "captures.currency", "captures.state"])
    .select(({ fn }) => fn.coalesce("taken_at", "attempts.created_at").as("at"))
    .where("captures.order_id", "in", orderIds)
    .execute();
  const charges = await db
    .selectFrom("subscription_charges")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
    .select(["subscription_charges.id", "order_id", "subscription_charges.amount", "subscription_charges.currency"])
    .select(["subscription_charges.state", "at", "starts_at", "subscription_charges.ends_at"])
    .where("order_id", "in", orderIds)
    .execute();
  const paid = [
    ...captures.map((one) => ({ ...one, period: null })),
    ...charges.map(({ starts_at, ends_at, ...one }) => ({
      ...one,
      period: { from: timeOf(starts_at), to: timeOf(ends_at) },
    })),
  ];
  return paid
    .sort((one, other) => one.at - other.at)
    .map(({ at, state, ...one }) => ({ ...one, paid_at: timeOf(at), is_refunded: state === "refunded" }));
}

/** Payments of the same buyer that nobody has disputed or given back: of other orders, and those of this one before what is disputed. */
export async function earlierPayments(db: Db | Tx, orders: readonly string[], orderId: string) {
  const disputes = await db.selectFrom("disputes").select("capture_id").where("order_id", "in", orders).execute();
  const disputed = new Set(disputes.map(({ capture_id }) => capture_id));
  const all = await paymentsOf(db, orders);
  const ofOrder = all.filter((one) => one.order_id === orderId);
  const last = ofOrder.find(({ id }) => disputed.has(id)) ?? ofOrder[0];
  if (last === undefined) return [];
  return all.filter(({ id, paid_at, is_refunded }) => paid_at < last.paid_at && !is_refunded && !disputed.has(id));
}

export async function refundsOf(db: Db | Tx, orderId: string) {
  const rows = db.selectFrom("refunds").selectAll().where("order_id", "=", orderId);
  return (await rows.orderBy("noted_at").execute())
    .filter(({ state }) => state !== "replaced")
    .map(({ capture_id, amount, currency, state, noted_at, done_at }) => ({
      payment: capture_id,
      amount,
      currency,
      state,
      noted_at: timeOf(noted_at),
      done_at: done_at === null ? null : timeOf(done_at),
    }));
}

/** What the buyer declared: cancelled, withdrew, resumed; also without proof, with the same address. */
export async function declaredEnds(db: Db | Tx, { id, email }: OrderRow) {
  const proven = await db
    .selectFrom("subscription_declarations")
    .innerJoin("subscriptions", "subscriptions.id", "subscription_id")
    .select(["action", "declared_at", "subscription_declarations.ends_at", "refund"])
    .where("order_id", "=", id)
    .execute();
  const unproven = await db.selectFrom("declarations").selectAll().where("email", "=", email).execute();
  const declared = [
    ...proven.map(({ action, declared_at, ends_at, refund }) => ({
      at: declared_at,
      what: action,
      ends: timeOf(ends_at),
      refund,
    })),
    ...unproven.map(({ kind, declared_at, end_on }) => ({
      at: declared_at,
      what: `${kind}, without proof`,
      ends: end_on,
      refund: null,
    })),
  ];
  return declared.sort((one, other) => one.at - other.at).map(({ at, ...one }) => ({ at: timeOf(at), ...one }));
}

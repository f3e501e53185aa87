import { buyerOf, orderIdsOf } from "../orders/buying/buyer";
import type { OrderRow } from "../orders/tables";
import type { Tx } from "../store/database";
import { isResumable, orderAtProvider, stopRenewing } from "./provider/orders";
import type { SubscriptionRow } from "./tables";

/** Nobody pays for two renewals unless they chose to: the newest order's renewal stops the older ones of the same buyer. */

/** For a subscription that its owner changed, or that is over: no order's refund brings its renewal back. */
export const NOT_STOPPED = { stopped_by: null, letter_due: null } as const;

/** Stops the renewals of all that the buyer of an order has on the web. What is paid for them stays theirs. */
export async function stopOlderRenewals(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const subscriptions = await tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("order_id", "in", await orderIdsOf(tx, buyerOf(order)))
    .execute();
  const stopped = { state: "ending", stopped_by: order.id, letter_due: "stopped" } as const;
  for (const row of subscriptions.filter(isRenewing)) {
    await tx.updateTable("subscriptions").set(stopped).where("id", "=", row.id).execute();
    await stopRenewing(tx, { ...row, ...stopped }, now);
  }
}

const isRenewing = ({ source, state }: SubscriptionRow): boolean =>
  source === "web" && (state === "active" || state === "past_due");

/**
 * After the refund of an order the renewals that it stopped are what they were. Where another order would have stopped one
 * without it, it is that order's from then on.
 */
export async function bringRenewalsBack(tx: Tx, order: OrderRow, now: number): Promise<void> {
  const stopped = await tx.selectFrom("subscriptions").selectAll().where("stopped_by", "=", order.id).execute();
  for (const row of stopped) {
    const next = await nextStopper(tx, row, order.id);
    const change = next === undefined ? await bringBack(tx, row, now) : { stopped_by: next };
    await tx.updateTable("subscriptions").set(change).where("id", "=", row.id).execute();
  }
}

/** Where its provider brings none back, it ends with what is paid, of which its owner was or will be told. */
async function bringBack(tx: Tx, row: SubscriptionRow, now: number): Promise<Partial<SubscriptionRow>> {
  if (!(await isResumable(tx, row))) return { stopped_by: null };
  const before = asBefore(row, now);
  if (before.state !== undefined) await orderAtProvider(tx, row, "resume", now);
  return before;
}

/** What ran out meanwhile stays ended, so that nobody is charged by surprise; a failed renewal charges nothing by itself. */
function asBefore({ failed_at, ends_at, letter_due }: SubscriptionRow, now: number): Partial<SubscriptionRow> {
  if (failed_at === null && ends_at <= now) return NOT_STOPPED;
  const state = failed_at === null ? "active" : "past_due";
  // Who was not written yet that it stopped need not know that it did.
  return { state, stopped_by: null, letter_due: letter_due === "stopped" ? null : "back" };
}

/** A change of plan goes on with what the replaced order stopped. */
export const handStoppedOn = (tx: Tx, replacedId: string, orderId: string) =>
  tx.updateTable("subscriptions").set({ stopped_by: orderId }).where("stopped_by", "=", replacedId).execute();

/**
 * The first order of the buyer that was granted after the refunded one and still renews. One that was granted between the
 * stopped renewal and the refunded order does not count: the owner has resumed what it stopped.
 */
async function nextStopper(tx: Tx, row: SubscriptionRow, refundedId: string): Promise<string | undefined> {
  const refunded = tx
    .selectFrom("events")
    .select((eb) => eb.fn.max("seq").as("seq"))
    .where("order_id", "=", refundedId)
    .where("type", "=", "granted");
  const next = await tx
    .selectFrom("subscriptions")
    .innerJoin("events", (join) =>
      join.onRef("events.order_id", "=", "subscriptions.order_id").on("events.type", "=", "granted"),
    )
    .select("subscriptions.order_id")
    .where("source", "=", "web")
    .where("subscriptions.state", "in", ["active", "past_due"])
    .where("subscriptions.order_id", "in", await orderIdsOf(tx, buyerOf(row)))
    .where("events.seq", ">", refunded)
    .orderBy("events.seq")
    .executeTakeFirst();
  return next?.order_id;
}

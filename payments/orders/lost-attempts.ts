import { limitObjection } from "../catalogue/coupons";
import { soldIn } from "../catalogue/sold";
import type { Tx } from "../store/database";
import { loadOrder, paidAttempt, type StoredOrder } from "../store/orders";
import { buyerOf, couponUses, hasUsedTrial, ordersOf } from "./buying/buyer";
import { recordEvent } from "./record";
import type { AttemptRow, OrderRow } from "./tables";

/**
 * The first who pays has the trial, or the last use of a coupon. Ends the attempts of others that were begun with it, so that no
 * provider's page takes what was agreed any more: their buyers are asked about the price of now first. A payment that is being
 * processed is left to its provider.
 */
export async function endLostAttempts(tx: Tx, stored: StoredOrder, now: number): Promise<void> {
  const paid = paidAttempt(stored);
  if (!paid || (paid.trial_days === null && paid.coupon_id === null)) return;
  for (const rival of await rivalsOf(tx, stored.row, paid)) {
    const order = (await hasLost(tx, rival)) ? await loadOrder(tx, rival.order_id) : undefined;
    const event = { type: "reported", attemptId: rival.id, report: { type: "abandoned" } } as const;
    if (order) await recordEvent(tx, order, event, now);
  }
}

type Rival = Pick<AttemptRow, "id" | "order_id" | "trial_days" | "coupon_id" | "sold"> &
  Pick<OrderRow, "email" | "user_id">;

/** Attempts at other orders that nobody has begun to process, with the same coupon, or with a trial of the same buyer. */
const rivalsOf = (tx: Tx, order: OrderRow, { trial_days, coupon_id }: AttemptRow): Promise<Rival[]> =>
  tx
    .selectFrom("attempts")
    .innerJoin("orders", "orders.id", "attempts.order_id")
    .select(["attempts.id", "order_id", "trial_days", "coupon_id", "sold", "email", "user_id"])
    .where("order_id", "!=", order.id)
    .where("attempts.state", "in", ["created", "sent", "needs_action"])
    .where((eb) => {
      const hasTrial = eb("trial_days", "is not", null);
      const isTheirs = eb("order_id", "in", ordersOf(tx, buyerOf(order)));
      const hasCoupon = eb("coupon_id", "=", coupon_id);
      return trial_days === null ? hasCoupon : eb.or([hasCoupon, eb.and([hasTrial, isTheirs])]);
    })
    .execute();

async function hasLost(tx: Tx, { trial_days, coupon_id, sold, ...order }: Rival): Promise<boolean> {
  const buyer = buyerOf(order);
  if (trial_days !== null && (await hasUsedTrial(tx, buyer))) return true;
  if (coupon_id === null) return false;
  return limitObjection(soldIn({ sold }).coupon ?? {}, await couponUses(tx, coupon_id, buyer)) !== null;
}

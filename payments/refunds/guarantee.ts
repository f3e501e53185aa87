import { addDays, endOfDay, latestDay } from "~/upstream/contract/deadlines";
import { type Sold, soldIn } from "../catalogue/sold";
import { buyerPlace } from "../orders/buyer-place";
import { buyerOf, orderIdsOf } from "../orders/buying/buyer";
import type { OrderRow } from "../orders/tables";
import type { Tx } from "../store/database";
import type { SubscriptionRow } from "../subscriptions/tables";

/** Until when the brand's own guarantee gives back what is paid now; null: it does not. */
export async function guaranteedUntil(
  tx: Tx,
  order: OrderRow,
  { moneyBack }: Sold,
  now: number,
): Promise<number | null> {
  if (moneyBack === undefined) return null;
  if (!moneyBack.second_purchase && (await hasPaidBefore(tx, order))) return null;
  const place = buyerPlace(order);
  return endOfDay(addDays(latestDay(now, place), moneyBack.days), place);
}

/** Whether the buyer has paid for another order, be it refunded since. */
async function hasPaidBefore(tx: Tx, order: OrderRow): Promise<boolean> {
  const others = (await orderIdsOf(tx, buyerOf(order))).filter((id) => id !== order.id);
  if (others.length === 0) return false;
  const paid = await tx.selectFrom("captures").select("id").where("order_id", "in", others).executeTakeFirst();
  return paid !== undefined;
}

/** A renewal was paid: the guarantee begins with it where all before was a trial, and else may end with it. */
export async function guaranteeOnRenewal(
  tx: Tx,
  order: OrderRow,
  { id, is_trial, ...row }: SubscriptionRow,
  paidAt: number,
): Promise<void> {
  const sold = soldIn(row);
  if (is_trial === 0 && (row.money_back_until === null || sold.moneyBack?.renewals === true)) return;
  const money_back_until = is_trial === 0 ? null : await guaranteedUntil(tx, order, sold, paidAt);
  await tx.updateTable("subscriptions").set({ money_back_until }).where("id", "=", id).execute();
}

export interface WayBack {
  /** The first moment at which it is too late. */
  until: number;
  /** The seller gives the money back, and no law says so. */
  isVoluntary: boolean;
}

/** How the owner can withdraw from a contract: by law while that holds, and else as the seller lets them. Undefined: not any more. */
export function wayBackOf(
  { sold, withdraw_until, money_back_until }: Pick<SubscriptionRow, "sold" | "withdraw_until" | "money_back_until">,
  now: number,
): WayBack | undefined {
  const { isVoluntary } = soldIn({ sold }).withdrawal;
  if (!isVoluntary && withdraw_until !== null && now < withdraw_until)
    return { until: withdraw_until, isVoluntary: false };
  const until = Math.max(withdraw_until ?? 0, money_back_until ?? 0);
  return now < until ? { until, isVoluntary: true } : undefined;
}

import type { z } from "zod";
import type { subscriptionList } from "~/upstream/contract/subscriptions";
import type { Context } from "../context";
import { hostedSubscription } from "../hosted-address";
import { timeOf } from "../html/time";
import type { Db, Tx } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";
import { refundable } from "./refundable";

type ListedSubscription = z.input<typeof subscriptionList.list.item>;

const isOver = ({ state }: SubscriptionRow): boolean => state === "ended" || state === "withdrawn";

/** A subscription as the list of its owner has it. */
export async function listedSubscription(
  context: Context,
  db: Db | Tx,
  row: SubscriptionRow,
): Promise<ListedSubscription> {
  const { id, order_id, plan_id, state, source, is_trial, bought_at, ends_at, amount, currency } = row;
  const isWithdrawable = row.withdraw_until !== null && context.now() < row.withdraw_until;
  return {
    subscription_id: id,
    order_id,
    plan_id,
    state,
    source,
    is_trial: is_trial === 1,
    bought_at: timeOf(bought_at),
    ends_at: timeOf(ends_at),
    // After a failed renewal: what was to be paid, and since when.
    ...(state === "active" || state === "past_due" ? { renewal: { on: timeOf(ends_at), amount, currency } } : {}),
    ...(isWithdrawable ? await withdrawal(db, row) : {}),
    ...(source === "web" && !isOver(row) ? { manage_url: hostedSubscription(context.origin(), row) } : {}),
  };
}

async function withdrawal(
  db: Db | Tx,
  row: SubscriptionRow,
): Promise<Pick<ListedSubscription, "withdraw_until" | "refund">> {
  const refund = { amount: await refundable(db, row), currency: row.currency };
  return { withdraw_until: timeOf(row.withdraw_until ?? 0), refund };
}

import type { z } from "zod";
import { dayIn, lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import type { subscriptionList } from "~/upstream/contract/subscriptions";
import type { Context } from "../context";
import { withdrawnRefund } from "../declarations/by-owner";
import { buyerPlace, placeFactsOf } from "../orders/buyer-place";
import { paymentAt } from "../orders/renewal";
import { type WayBack, wayBackOf } from "../refunds/guarantee";
import type { Db, Tx } from "../store/database";
import { timeOf } from "../time";
import { endingAt, endingOf } from "./notice/notice";
import { cardAddress } from "./provider/card-address";
import { isResumable } from "./provider/orders";
import { refundable } from "./refundable";
import type { SubscriptionRow } from "./tables";

type ListedSubscription = z.input<typeof subscriptionList.list.item>;

const isOver = ({ state }: SubscriptionRow): boolean => state === "ended" || state === "withdrawn";

/** A subscription as the list of its owner has it. */
export async function listedSubscription(
  context: Context,
  db: Db | Tx,
  row: SubscriptionRow,
): Promise<ListedSubscription> {
  const { id, order_id, plan_id, state, source, is_trial, bought_at, ends_at, amount, currency } = row;
  const order = await placeFactsOf(db, order_id);
  const place = buyerPlace(order);
  const wayBack = wayBackOf(row, context.now());
  return {
    subscription_id: id,
    order_id,
    plan_id,
    state,
    source,
    is_trial: is_trial === 1,
    ...(row.renews === 0 ? { renews: false } : {}),
    bought_at: timeOf(bought_at),
    bought_day: dayIn(place.zone, bought_at),
    ends_at: timeOf(ends_at),
    ends_day: lastWholeDay(ends_at, place),
    // After a failed renewal: what was to be paid, and since when.
    ...(state === "active" || state === "past_due"
      ? { renewal: paymentAt({ at: ends_at, amount, currency }, order) }
      : {}),
    ...(source === "web" && row.renews === 1 && !isOver(row) && context.now() < ends_at
      ? { cancellation: await cancellation(context, db, row, place) }
      : {}),
    ...(state === "withdrawn" ? await givenBack(db, row) : {}),
    ...(wayBack ? await withdrawal(db, row, { ...wayBack, place }) : {}),
    ...(source === "web" && row.renews === 1 && !isOver(row) ? await renewalFacts(context, db, row) : {}),
  };
}

async function renewalFacts(context: Context, db: Db | Tx, row: SubscriptionRow) {
  const resumable = (await isResumable(db, row)) ? {} : { resumable: false };
  return { ...resumable, manage_url: cardAddress(context, row) };
}

async function cancellation(
  context: Context,
  db: Db | Tx,
  row: SubscriptionRow,
  place: Whereabouts,
): Promise<ListedSubscription["cancellation"]> {
  const { ends_at, refund } = row.state === "ending" ? await endingOf(db, row) : await endingAt(db, row, context.now());
  const end = { ends_at: timeOf(ends_at), ends_day: lastWholeDay(ends_at, place) };
  return refund === 0 ? end : { ...end, refund: { amount: refund, currency: row.currency } };
}

async function withdrawal(
  db: Db | Tx,
  row: SubscriptionRow,
  { until, isVoluntary, place }: WayBack & { place: Whereabouts },
): Promise<Pick<ListedSubscription, "withdraw_until" | "withdraw_day" | "withdraw_voluntary" | "refund">> {
  const refund = { amount: await refundable(db, row), currency: row.currency };
  const last = { withdraw_until: timeOf(until), withdraw_day: lastWholeDay(until, place) };
  return { ...last, withdraw_voluntary: isVoluntary, refund };
}

async function givenBack(db: Db | Tx, { id, currency }: SubscriptionRow): Promise<Pick<ListedSubscription, "refund">> {
  const amount = await withdrawnRefund(db, id);
  return amount === undefined ? {} : { refund: { amount, currency } };
}

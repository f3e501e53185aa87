import { inSale, type Sale, type Selling } from "../catalogue/sale";
import type { Context } from "../context";
import { accountScope, type Scope } from "../links/scope";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { giveRestBack } from "./notice/notice";
import { subscriptionById, subscriptionsIn } from "./owned";
import { mayRenew, orderAtProvider } from "./provider/orders";
import { isRenewedByProvider } from "./provider/who-renews";
import { renew } from "./renew";
import type { SubscriptionRow } from "./tables";

/** A failed renewal that a newer order stopped waits however long it takes: its owner may undo that, and enter a new card. */
function isPeriodOver(row: SubscriptionRow, now: number): boolean {
  const { state, ends_at, stopped_by, failed_at } = row;
  const isRenewing = state === "active" && !isRenewedByProvider(row);
  return (isRenewing || (state === "ending" && (stopped_by === null || failed_at === null))) && ends_at <= now;
}

/** Ends a subscription whose period is over, or renews it where our clock does. @returns it as it is then */
export async function tendWithin(sale: Sale, id: string): Promise<SubscriptionRow | undefined> {
  const { tx, now } = sale;
  const row = await subscriptionById(tx, id);
  if (!row || !isPeriodOver(row, now)) return row;
  if (row.state === "active") await renew(sale, row);
  else await end(tx, row, now);
  return subscriptionById(tx, id);
}

async function end(tx: Tx, row: SubscriptionRow, now: number): Promise<void> {
  const { id, order_id, ends_at } = row;
  await giveRestBack(tx, row);
  // It may have been in its days of grace.
  await tx
    .updateTable("grants")
    .set({ ends_at })
    .where("order_id", "=", order_id)
    .where("ends_at", ">", ends_at)
    .execute();
  if (!(await mayRenew(tx, id))) await orderAtProvider(tx, row, "end_now", now);
  await tx.updateTable("subscriptions").set({ state: "ended" }).where("id", "=", id).execute();
}

/** Renews or ends every subscription that is due; runs regularly. */
export async function tendSubscriptions(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom("subscriptions")
    .select("id")
    .where((eb) => eb.or([eb("state", "=", "ending"), eb.and([eb("state", "=", "active"), eb("driver", "is", null)])]))
    .where("ends_at", "<=", context.now())
    .where((eb) => eb.or([eb("stopped_by", "is", null), eb("failed_at", "is", null)]))
    .execute();
  await inTurn(context, due, ({ id }) => inSale(context, (sale) => tendWithin(sale, id)));
}

/** The same for those of a user, before anything is read of them. */
export const tendOfUser = async (context: Context, userId: number): Promise<void> =>
  tendIn(context, await accountScope(context.db, userId));

/** The same for those that a sign opens. */
export async function tendIn(context: Selling, scope: Scope): Promise<void> {
  const due = (await subscriptionsIn(context.db, scope)).filter((one) => isPeriodOver(one, context.now()));
  for (const { id } of due) await inSale(context, (sale) => tendWithin(sale, id));
}

import type { Context } from "../context";
import type { Tx } from "../store/database";
import type { SubscriptionRow } from "../store/subscription-tables";
import { subscriptionById, subscriptionsOf } from "./owned";
import { renew } from "./renew";

const isDue = ({ state, ends_at }: SubscriptionRow, now: number): boolean =>
  (state === "active" || state === "ending") && ends_at <= now;

/** Renews or ends a subscription whose period is over. @returns it as it is then */
export async function tendWithin(tx: Tx, id: string, now: number): Promise<SubscriptionRow | undefined> {
  const row = await subscriptionById(tx, id);
  if (!row || !isDue(row, now)) return row;
  if (row.state === "active") await renew(tx, row, now);
  else await tx.updateTable("subscriptions").set({ state: "ended" }).where("id", "=", id).execute();
  return subscriptionById(tx, id);
}

/** Renews or ends every subscription that is due; runs regularly. */
export async function tendSubscriptions({ db, now }: Context): Promise<void> {
  const due = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("state", "in", ["active", "ending"])
    .where("ends_at", "<=", now())
    .execute();
  for (const { id } of due) await db.transaction().execute((tx) => tendWithin(tx, id, now()));
}

/** The same for one user's, before anything is told of them. */
export async function tendOwn({ db, now }: Context, userId: number): Promise<void> {
  const due = (await subscriptionsOf(db, userId)).filter((one) => isDue(one, now()));
  for (const { id } of due) await db.transaction().execute((tx) => tendWithin(tx, id, now()));
}

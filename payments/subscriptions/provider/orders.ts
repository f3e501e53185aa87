import { randomUUID } from "node:crypto";
import type { Db, Tx } from "../../store/database";
import type { SubscriptionOrder, SubscriptionRow } from "../tables";

/**
 * What a provider is to do with a subscription that it renews. An order is one commit with what changed here; do-orders.ts does it
 * afterwards, so that no owner waits for a provider.
 */

type Ordered = Pick<SubscriptionRow, "id" | "driver">;

/** Does nothing where no provider renews it. */
export async function orderAtProvider(
  tx: Tx,
  { id: subscription_id, driver }: Ordered,
  what: SubscriptionOrder["what"],
  now: number,
): Promise<void> {
  if (driver === null) return;
  const last = await lastOrder(tx, subscription_id);
  if (last?.what === what && last.state === "due") return;
  await insertOrder(tx, { subscription_id, driver, reference: null, what }, now);
}

/** The provider charges nothing more. Where nothing is left of what is paid, or a payment is being tried again, it has to end at once. */
export const stopRenewing = (
  tx: Tx,
  row: Ordered & Pick<SubscriptionRow, "ends_at" | "failed_at">,
  now: number,
): Promise<void> =>
  orderAtProvider(tx, row, row.failed_at !== null || row.ends_at <= now ? "end_now" : "cancel_at_end", now);

/**
 * Ends what the attempts of an order began at a provider without being granted: of a payment that was given back as the second one, its
 * renewals would be charged all the same.
 */
export async function endUngranted(tx: Tx, orderId: string, now: number): Promise<void> {
  const begun = await tx
    .selectFrom("attempts")
    .innerJoin("captures", "captures.attempt_id", "attempts.id")
    .leftJoin("subscriptions", (join) =>
      join
        .onRef("subscriptions.order_id", "=", "attempts.order_id")
        .onRef("subscriptions.reference", "=", "attempts.subscription_reference"),
    )
    .leftJoin("subscription_orders as known", "known.reference", "attempts.subscription_reference")
    .select(["attempts.provider as driver", "subscription_reference as reference"])
    .distinct()
    .where("attempts.order_id", "=", orderId)
    .where("subscription_reference", "is not", null)
    .where("captures.state", "=", "refunded")
    .where("subscriptions.id", "is", null)
    .where("known.seq", "is", null)
    .execute();
  for (const { driver, reference } of begun)
    if (driver) await insertOrder(tx, { subscription_id: null, driver, reference, what: "end_now" }, now);
}

type NewOrder = Pick<SubscriptionOrder, "subscription_id" | "driver" | "reference" | "what">;

const insertOrder = (tx: Tx, order: NewOrder, now: number) =>
  tx
    .insertInto("subscription_orders")
    .values({ ...order, key: `so_${randomUUID()}`, state: "due", tries: 0, next_try_at: now, ordered_at: now })
    .execute();

type LastOrder = Pick<SubscriptionOrder, "what" | "state" | "done_at">;

/** The last thing that was wanted of the provider and has not failed. */
const lastOrder = (db: Db | Tx, subscriptionId: string): Promise<LastOrder | undefined> =>
  db
    .selectFrom("subscription_orders")
    .select(["what", "state", "done_at"])
    .where("subscription_id", "=", subscriptionId)
    .where("state", "!=", "failed")
    .orderBy("seq", "desc")
    .executeTakeFirst();

/** Whether a further period may be charged, as far as anybody here has said. */
export async function mayRenew(db: Db | Tx, subscriptionId: string): Promise<boolean> {
  const last = await lastOrder(db, subscriptionId);
  return last === undefined || last.what === "resume";
}

/** What of a provider's orders makes what it said at a moment old: one that it has yet to do, or has done since. */
export async function changeSince(
  db: Db | Tx,
  subscriptionId: string,
  at: number,
): Promise<"due" | "done" | undefined> {
  const changing = await db
    .selectFrom("subscription_orders")
    .select("state")
    .where("subscription_id", "=", subscriptionId)
    .where((eb) => eb.or([eb("state", "=", "due"), eb("done_at", ">=", at)]))
    .execute();
  if (changing.length === 0) return undefined;
  return changing.some(({ state }) => state === "due") ? "due" : "done";
}

/** Whether a renewal that is cancelled can come back. */
export async function isResumable(
  db: Db | Tx,
  { id, driver, resumes }: Pick<SubscriptionRow, "id" | "driver" | "resumes">,
): Promise<boolean> {
  if (driver === null) return true;
  return resumes !== "none" && (await lastOrder(db, id))?.what !== "end_now";
}

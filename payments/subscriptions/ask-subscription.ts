import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import type { SubscriptionStanding } from "../drivers/driver";
import { callFor } from "../drivers/driver-call";
import { OutcomeUnknown } from "../drivers/errors";
import { syncOrder } from "../orders/advance";
import { noteMoneyBack } from "../refunds/note-money-back";
import { backoff } from "../work-queue";
import { subscriptionById } from "./owned";
import { applyStanding } from "./provider/apply-standing";
import { nextSync } from "./provider/next-sync";
import { subscriptionsAt } from "./provider/subscriptions-at";
import type { SubscriptionRow } from "./tables";

const waitAfter = backoff(millisecondsInMinute, millisecondsInHour);

/** "later": it was asked about within the minute, or did not answer; that it has news is stored, and it is asked again by itself. */
type Synced = "synced" | "later" | "unknown";

/** Takes in what a provider says now of the subscription with its id; for whoever heard that there is news. */
export async function syncSubscription(context: Context, reference: string): Promise<Synced> {
  const row = await context.db
    .selectFrom("subscriptions")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  if (!row) return "unknown";
  await context.db.updateTable("subscriptions").set({ rung: 1 }).where("id", "=", row.id).execute();
  return syncOne(context, row.id);
}

/** The same by our own id. The provider is asked once a minute at most, by one of all copies. */
export async function syncOne(context: Context, id: string): Promise<Synced> {
  const row = await claim(context, id);
  if (!row) return "later";
  const { reference, synced_at: askedAt, driver, order_id } = row;
  if (askedAt === null) return "later";
  if (reference === null) return findReference(context, row);
  const standing = await askAbout(context, row, reference);
  if (!standing) return "later";
  await context.db.transaction().execute(async (tx) => {
    await applyStanding(context, tx, { id, standing, askedAt });
    if (driver !== null)
      await noteMoneyBack(await saleIn(context, tx), { driver, orderId: order_id }, standing.reports);
    const after = await subscriptionById(tx, id);
    const next_sync_at = after ? nextSync(after, standing, context.now()) : null;
    await tx.updateTable("subscriptions").set({ next_sync_at, sync_tries: 0 }).where("id", "=", id).execute();
  });
  return "synced";
}

/** The payment that began it says which one it is. */
async function findReference(context: Context, { order_id }: SubscriptionRow): Promise<"later"> {
  await syncOrder(context, order_id);
  return "later";
}

/** Whoever claims it asks; if it dies meanwhile, or gets no answer, it is due again. */
async function claim({ db, now: clock }: Context, id: string): Promise<SubscriptionRow | undefined> {
  const now = clock();
  const seen = await subscriptionById(db, id);
  if (!seen || seen.driver === null) return undefined;
  const { synced_at, sync_tries } = seen;
  if (synced_at !== null && synced_at > now - millisecondsInMinute) return undefined;
  return db
    .updateTable("subscriptions")
    .set({ synced_at: now, rung: 0, sync_tries: sync_tries + 1, next_sync_at: now + waitAfter(sync_tries + 1) })
    .where("id", "=", id)
    .where("synced_at", synced_at === null ? "is" : "=", synced_at)
    .returningAll()
    .executeTakeFirst();
}

async function askAbout(
  context: Context,
  { id, driver }: SubscriptionRow,
  reference: string,
): Promise<SubscriptionStanding | undefined> {
  try {
    return await subscriptionsAt(context, driver).ask(reference, callFor(context));
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const facts = { driver, subscription: id, reason: error.message };
    context.log.warn(facts, "payments: the provider did not say how a subscription stands");
    return undefined;
  }
}

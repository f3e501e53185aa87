import { millisecondsInHour } from "date-fns/constants";
import type { Context } from "../../context";
import type { SubscriptionStanding } from "../../drivers/driver";
import { callFor } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import type { SubscriptionOrder } from "../../store/subscription-tables";
import { NOT_STOPPED } from "../one-renewal";
import { subscriptionsAt } from "./subscriptions-at";

const MOST_AT_ONCE = 20;

/** Longer than a provider is waited for, so that no two copies do the same. */
const FIRST_RETRY_MS = 30_000;

/** An order, with the provider's id of its subscription. */
type DueOrder = Omit<SubscriptionOrder, "reference"> & { reference: string };

/** Has providers do what was ordered: of each subscription the first thing first, with the same key until it is done. */
export async function doOrders(context: Context): Promise<void> {
  const due = await dueOrders(context);
  await Promise.all(due.map((order) => doOrder(context, order)));
}

async function dueOrders({ db, now }: Context): Promise<DueOrder[]> {
  const due = await db
    .selectFrom("subscription_orders as one")
    .leftJoin("subscriptions", "subscriptions.id", "one.subscription_id")
    .selectAll("one")
    .select(({ fn }) => fn.coalesce("one.reference", "subscriptions.reference").as("reference"))
    .where("one.state", "=", "due")
    .where("next_try_at", "<=", now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("subscription_orders as before")
            .select("before.seq")
            .whereRef("before.subscription_id", "=", "one.subscription_id")
            .where("before.state", "=", "due")
            .whereRef("before.seq", "<", "one.seq"),
        ),
      ),
    )
    .orderBy("next_try_at")
    .limit(MOST_AT_ONCE)
    .execute();
  return due.flatMap(({ reference, ...order }) => (reference === null ? [] : { ...order, reference }));
}

async function doOrder(context: Context, order: DueOrder): Promise<void> {
  if (!(await claim(context, order))) return;
  const facts = { driver: order.driver, subscription: order.subscription_id, what: order.what };
  try {
    await tellProvider(context, order);
    await finish(context, order, "done");
  } catch (error) {
    if (error instanceof Refused) await settleRefused(context, order, error);
    else if (error instanceof OutcomeUnknown)
      context.log.warn({ ...facts, reason: error.message }, "payments: a subscription could not be changed yet");
    else context.log.error({ ...facts, err: error }, "payments: changing a subscription failed");
  }
}

async function claim({ db, now }: Context, { seq, tries, next_try_at }: DueOrder): Promise<boolean> {
  const retry = Math.min(millisecondsInHour, FIRST_RETRY_MS * 2 ** Math.min(tries, 10));
  const claimed = await db
    .updateTable("subscription_orders")
    .set({ tries: tries + 1, next_try_at: now() + retry })
    .where("seq", "=", seq)
    .where("state", "=", "due")
    .where("next_try_at", "=", next_try_at)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

async function tellProvider(context: Context, { driver, reference, what, key }: DueOrder): Promise<void> {
  const subscriptions = subscriptionsAt(context, driver);
  const call = { ...callFor(context), key };
  switch (what) {
    case "cancel_at_end":
      return subscriptions.cancelAtEnd(reference, call);
    case "end_now":
      return subscriptions.endNow(reference, call);
    case "resume":
      if (!subscriptions.resume) throw new Refused("The provider brings no renewal back.", "no_resume");
      return subscriptions.resume(reference, call);
  }
}

/** Either way the provider is asked how it stands: it may have charged meanwhile. */
const finish = (context: Context, order: DueOrder, state: "done" | "failed") =>
  context.db.transaction().execute(async (tx) => {
    const { seq, subscription_id } = order;
    const done_at = context.now();
    await tx.updateTable("subscription_orders").set({ state, done_at }).where("seq", "=", seq).execute();
    if (subscription_id === null) return;
    await tx.updateTable("subscriptions").set({ rung: 1 }).where("id", "=", subscription_id).execute();
    if (state === "failed" && order.what === "resume")
      await tx
        .updateTable("subscriptions")
        .set({ state: "ending", ...NOT_STOPPED })
        .where("id", "=", subscription_id)
        .where("state", "in", ["active", "past_due"])
        .execute();
  });

/** How a subscription stands where an order is done. */
const DONE: Readonly<Record<SubscriptionOrder["what"], readonly SubscriptionStanding["state"][]>> = {
  cancel_at_end: ["ending", "ended"],
  resume: ["active", "past_due"],
  end_now: ["ended"],
};

/** A provider refuses what is already so, and to bring back what has ended. To stop a renewal is tried until it is so. */
async function settleRefused(context: Context, order: DueOrder, { code }: Refused): Promise<void> {
  const { driver, reference, subscription_id: subscription, what } = order;
  const standing = await subscriptionsAt(context, driver)
    .ask(reference, callFor(context))
    .catch(() => undefined);
  if (standing === undefined) return;
  if (DONE[what].includes(standing.state)) return finish(context, order, "done");
  context.log.error({ driver, subscription, what, code }, "payments: the provider refused to change a subscription");
  if (what === "resume" || (await isOvertaken(context, order))) await finish(context, order, "failed");
}

async function isOvertaken({ db }: Context, { seq, subscription_id }: DueOrder): Promise<boolean> {
  const later = await db
    .selectFrom("subscription_orders")
    .select("seq")
    .where("subscription_id", "=", subscription_id)
    .where("seq", ">", seq)
    .executeTakeFirst();
  return later !== undefined;
}

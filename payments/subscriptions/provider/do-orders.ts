import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { NotNull } from "kysely";
import type { Context } from "../../context";
import type { SubscriptionStanding } from "../../drivers/driver";
import { callFor } from "../../drivers/driver-call";
import { OutcomeUnknown, Refused } from "../../drivers/errors";
import { renewalEndedLetter } from "../../mail/subscription-letters";
import type { Db } from "../../store/database";
import { backoff, note, type Queue, workQueue } from "../../work-queue";
import { NOT_STOPPED } from "../one-renewal";
import type { SubscriptionOrder } from "../tables";
import { writeToOwner } from "../write-to-owner";
import { subscriptionsAt } from "./subscriptions-at";

const waitAfter = backoff(30_000, millisecondsInHour);

/** An order, with the provider's id of its subscription. */
type DueOrder = Omit<SubscriptionOrder, "reference"> & { reference: string };

/** Has providers do what was ordered: of each subscription the first thing first, with the same key until it is done. */
export const doOrders = (context: Context): Promise<void> =>
  workQueue(context, ORDERS, (order) => doOrder(context, order));

const ORDERS: Queue<DueOrder, Outcome> = {
  atOnce: 20,
  batches: 1,
  // Longer than a provider is waited for twice.
  claimMs: millisecondsInMinute,
  waiting: (db) => firstOrders(db),
  one: (db, { seq }) => db.updateTable("subscription_orders").where("seq", "=", seq).where("state", "=", "due"),
};

/** Of each subscription the first one, where the provider's id is known. */
const firstOrders = (db: Db) =>
  db
    .selectFrom("subscription_orders as one")
    .leftJoin("subscriptions", "subscriptions.id", "one.subscription_id")
    .selectAll("one")
    .select(({ fn }) => fn.coalesce("one.reference", "subscriptions.reference").as("reference"))
    .where(({ eb, fn }) => eb(fn.coalesce("one.reference", "subscriptions.reference"), "is not", null))
    .where("one.state", "=", "due")
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
    .$narrowType<{ reference: NotNull }>();

type Outcome = Partial<Pick<SubscriptionOrder, "state" | "done_at" | "next_try_at">>;

/** What was not done is tried again. */
async function doOrder(context: Context, order: DueOrder): Promise<Outcome | undefined> {
  const facts = { driver: order.driver, subscription: order.subscription_id, what: order.what };
  try {
    await tellProvider(context, order);
    return await finish(context, order, "done");
  } catch (error) {
    if (error instanceof Refused) return settleRefused(context, order, error);
    if (error instanceof OutcomeUnknown)
      context.log.warn({ ...facts, reason: error.message }, "payments: a subscription could not be changed yet");
    else context.log.error({ ...facts, err: error }, "payments: changing a subscription failed");
    return later(context, order);
  }
}

const later = ({ now }: Context, { tries }: DueOrder): Outcome => ({ next_try_at: now() + waitAfter(tries) });

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
    const { subscription_id } = order;
    const isOurs = await note(tx, ORDERS, order, { state, done_at: context.now() });
    if (!isOurs || subscription_id === null) return undefined;
    await tx.updateTable("subscriptions").set({ rung: 1 }).where("id", "=", subscription_id).execute();
    if (state === "done" || order.what !== "resume") return;
    // Its owner was told that it goes on.
    const ending = await tx
      .updateTable("subscriptions")
      .set({ state: "ending", ...NOT_STOPPED })
      .where("id", "=", subscription_id)
      .where("state", "in", ["active", "past_due"])
      .returningAll()
      .executeTakeFirst();
    if (ending) await writeToOwner(context, tx, ending, { page: "cancel", opens: "contract" }, renewalEndedLetter);
    return undefined;
  });

/** How a subscription stands where an order is done. */
const DONE: Readonly<Record<SubscriptionOrder["what"], readonly SubscriptionStanding["state"][]>> = {
  cancel_at_end: ["ending", "ended"],
  resume: ["active", "past_due"],
  end_now: ["ended"],
};

/** A provider refuses what is already so, and to bring back what has ended. To stop a renewal is tried until it is so. */
async function settleRefused(context: Context, order: DueOrder, { code }: Refused): Promise<Outcome | undefined> {
  const { driver, reference, subscription_id: subscription, what } = order;
  const standing = await subscriptionsAt(context, driver)
    .ask(reference, callFor(context))
    .catch(() => undefined);
  if (standing === undefined) return later(context, order);
  if (DONE[what].includes(standing.state)) return finish(context, order, "done");
  context.log.error({ driver, subscription, what, code }, "payments: the provider refused to change a subscription");
  const isFinal = what === "resume" || (await isOvertaken(context, order));
  return isFinal ? finish(context, order, "failed") : later(context, order);
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

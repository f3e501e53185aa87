import type { SubscriptionAction } from "~/upstream/contract/subscriptions";
import { saleIn } from "../catalogue/sale";
import type { Context } from "../context";
import { recordDeclaration } from "../declarations/by-owner";
import type { Scope } from "../links/scope";
import { cancelledLetter, resumedLetter, withdrawnLetter } from "../mail/subscription-letters";
import { refundOrder } from "../orders/refund";
import { wayBackOf } from "../refunds/guarantee";
import type { Tx } from "../store/database";
import { fingerprintOf } from "../store/idempotency";
import { endAsPaid, endingAt, endSooner } from "./notice/notice";
import { NOT_STOPPED } from "./one-renewal";
import { subscriptionById, subscriptionsIn } from "./owned";
import { isResumable, mayRenew, orderAtProvider, stopRenewing } from "./provider/orders";
import { refundable } from "./refundable";
import type { SubscriptionRow } from "./tables";
import { tendWithin } from "./tend";
import { writeToOwner } from "./write-to-owner";

interface Change {
  /** What the sign of whoever asks opens. */
  scope: Scope;
  subscriptionId: string;
  action: SubscriptionAction;
  key: string;
}

type Refusal =
  | "idempotency_conflict"
  | "subscription_unknown"
  | "store_subscription"
  | "subscription_over"
  | "withdrawal_over";

type Changed = { kind: "answered"; row: SubscriptionRow } | { kind: Refusal };

/**
 * Changes a subscription as its owner asks, with a mail that says so, in the caller's transaction. What is already so
 * changes nothing; a key that was answered before changes nothing either.
 */
export async function changeSubscription(context: Context, tx: Tx, change: Change): Promise<Changed> {
  const now = context.now();
  const { scope, subscriptionId, action, key } = change;
  const fingerprint = fingerprintOf({ subscription: subscriptionId, action });
  const known = await tx.selectFrom("subscription_keys").selectAll().where("key", "=", key).executeTakeFirst();
  if (known && known.fingerprint !== fingerprint) return { kind: "idempotency_conflict" };
  const owned = (await subscriptionsIn(tx, scope)).find(({ id }) => id === subscriptionId);
  const row = owned && (await tendWithin(await saleIn(context, tx), owned.id));
  if (!row) return { kind: "subscription_unknown" };
  const objection = known ? undefined : await objectionTo(tx, row, action, now);
  if (objection) return { kind: objection };
  if (!known) {
    // One moment for what is written down, answered and confirmed by mail.
    if (!(await isAlreadySo(tx, row, action))) await CHANGES[action]({ ...context, now: () => now }, tx, row);
    await tx.insertInto("subscription_keys").values({ key, fingerprint }).execute();
  }
  return { kind: "answered", row: (await subscriptionById(tx, row.id)) ?? row };
}

const ALREADY_SO: Readonly<Record<SubscriptionAction, readonly SubscriptionRow["state"][]>> = {
  cancel: ["ending", "ended", "withdrawn"],
  resume: ["active", "past_due"],
  withdraw: ["withdrawn"],
};

/**
 * A renewal that a newer order stopped is not cancelled yet: it would come back with that order's refund. Nor is one that only the provider
 * says to be ending.
 */
async function isAlreadySo(tx: Tx, row: SubscriptionRow, action: SubscriptionAction): Promise<boolean> {
  const { id, state, stopped_by, driver } = row;
  if (!ALREADY_SO[action].includes(state)) return false;
  if (action !== "cancel" || state !== "ending") return true;
  return stopped_by === null && (driver === null || !(await mayRenew(tx, id)));
}

async function objectionTo(
  tx: Tx,
  row: SubscriptionRow,
  action: SubscriptionAction,
  now: number,
): Promise<Refusal | undefined> {
  const { state, source, renews } = row;
  if (source !== "web") return "store_subscription";
  if (await isAlreadySo(tx, row, action)) return undefined;
  const isGone = state !== "ending" || renews === 0;
  if (action === "resume" && (isGone || !(await isResumable(tx, row)))) return "subscription_over";
  return action === "withdraw" && wayBackOf(row, now) === undefined ? "withdrawal_over" : undefined;
}

type Apply = (context: Context, tx: Tx, row: SubscriptionRow) => Promise<void>;

const CHANGES: Readonly<Record<SubscriptionAction, Apply>> = {
  cancel: async (context, tx, row) => {
    const now = context.now();
    const ending = await endingAt(tx, row, now);
    const { ends_at } = ending;
    await tx
      .updateTable("subscriptions")
      .set({ state: "ending", ...NOT_STOPPED })
      .where("id", "=", row.id)
      .execute();
    await stopRenewing(tx, row, now);
    await endSooner(tx, row, ending);
    await recordDeclaration(tx, { ...row, ends_at }, { action: "cancel", at: now, refund: ending.refund || null });
    await tendWithin(await saleIn(context, tx), row.id);
    const refund = { amount: ending.refund, currency: row.currency };
    await writeToOwner(
      context,
      tx,
      { ...row, ends_at },
      { page: "cancel", opens: "contract" },
      cancelledLetter(refund),
    );
  },
  resume: async (context, tx, row) => {
    const now = context.now();
    const state = row.failed_at === null ? "active" : "past_due";
    await tx
      .updateTable("subscriptions")
      .set({ state, ...NOT_STOPPED })
      .where("id", "=", row.id)
      .execute();
    await orderAtProvider(tx, row, "resume", now);
    const resumed = { ...row, ends_at: await endAsPaid(tx, row) };
    await recordDeclaration(tx, resumed, { action: "resume", at: now });
    await writeToOwner(context, tx, resumed, { page: "cancel", opens: "contract" }, resumedLetter);
  },
  withdraw: async (context, tx, row) => {
    const now = context.now();
    const refund = { amount: await refundable(tx, row), currency: row.currency };
    await refundOrder(await saleIn(context, tx), row.order_id);
    await tx.updateTable("subscriptions").set({ state: "withdrawn" }).where("id", "=", row.id).execute();
    await recordDeclaration(tx, { ...row, ends_at: now }, { action: "withdraw", at: now, refund: refund.amount });
    await writeToOwner(context, tx, row, { page: "receipts", opens: "contractForLife" }, withdrawnLetter(refund));
  },
};

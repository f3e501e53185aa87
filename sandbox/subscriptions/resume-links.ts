import type { Context } from "../context";
import { unfinishedMail } from "../mail/unfinished-letter";
import { writeMail } from "../mail/write";
import type { Tx } from "../store/database";
import { loadOrder } from "../store/orders";
import type { OrderRow } from "../store/schema";
import { readSettings } from "../store/settings";

/** Keeps where the buyer of an order can go on, once. @returns whether it is this buyer's order */
export async function keepResumeLink(tx: Tx, wanted: { orderId: string; email: string; url: string }) {
  const { orderId: order_id, email, url } = wanted;
  const order = await tx
    .selectFrom("orders")
    .select("id")
    .where("id", "=", order_id)
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  if (!order) return false;
  await tx
    .insertInto("resume_links")
    .values({ order_id, url, state: "waiting" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** Writes to the buyers of orders that expired unpaid, as long after that as the settings say; runs regularly. */
export async function tendResumeLinks({ db, now }: Context): Promise<void> {
  const { resume_mail_after_seconds } = await readSettings(db);
  const due = await db
    .selectFrom("resume_links")
    .innerJoin("orders", "orders.id", "resume_links.order_id")
    .select("orders.id")
    .where("resume_links.state", "=", "waiting")
    .where("orders.state", "not in", ["open", "paying", "granting"])
    .where("orders.expires_at", "<=", now() - resume_mail_after_seconds * 1000)
    .execute();
  for (const { id } of due) await db.transaction().execute((tx) => writeOrDrop(tx, id, now()));
}

async function writeOrDrop(tx: Tx, orderId: string, now: number): Promise<void> {
  const link = await tx
    .selectFrom("resume_links")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirst();
  if (!link || !order) return;
  const isWanted = order.state === "expired" && !(await hasBoughtSince(tx, order));
  const state = isWanted ? "mailed" : "dropped";
  await tx.updateTable("resume_links").set({ state }).where("order_id", "=", orderId).execute();
  const stored = isWanted ? await loadOrder(tx, orderId) : undefined;
  if (stored) await writeMail(tx, unfinishedMail(stored, link.url), now);
}

/** Whether the buyer got the same plan by another order since. */
async function hasBoughtSince(tx: Tx, { id, email, user_id, plan_id, created_at }: OrderRow): Promise<boolean> {
  const bought = await tx
    .selectFrom("conversions")
    .innerJoin("orders", "orders.id", "conversions.order_id")
    .select("orders.id")
    .where("orders.id", "!=", id)
    .where("orders.plan_id", "=", plan_id)
    .where("conversions.at", ">=", created_at)
    .where((eb) => eb.or([eb("orders.email", "=", email), eb("orders.user_id", "=", user_id)]))
    .executeTakeFirst();
  return bought !== undefined;
}

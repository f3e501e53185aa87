import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { inSale, type Sale } from "../catalogue/sale";
import type { Context } from "../context";
import { mayWrite } from "../mail/last-letters";
import { continueOrderMail, unfinishedMail } from "../mail/unfinished-letter";
import { writeMail } from "../mail/write";
import { buyerOf, orderIdsOf } from "../orders/buying/buyer";
import type { OrderRow } from "../orders/tables";
import { inTurn } from "../rounds";
import type { Tx } from "../store/database";
import { loadOrder, type StoredOrder } from "../store/orders";
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

/**
 * Writes to the buyers of orders that expired unpaid, as long after that as the settings say, and once a day at most; runs
 * regularly.
 */
export async function tendResumeLinks(context: Context): Promise<void> {
  const { db, now } = context;
  const { resume_mail_after_seconds } = await readSettings(db);
  const due = await db
    .selectFrom("resume_links")
    .innerJoin("orders", "orders.id", "resume_links.order_id")
    .select("orders.id")
    .where("resume_links.state", "=", "waiting")
    .where("orders.state", "not in", ["open", "paying", "granting"])
    .where("orders.expires_at", "<=", now() - resume_mail_after_seconds * 1000)
    .execute();
  await inTurn(context, due, ({ id }) => inSale(context, (sale) => writeOrDrop(sale, id)));
}

async function writeOrDrop(sale: Sale, orderId: string): Promise<void> {
  const { tx, now } = sale;
  const link = await tx
    .selectFrom("resume_links")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  const order = await tx.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirst();
  if (!link || !order) return;
  const isUnpaid = order.state === "expired" && !(await hasBoughtSince(tx, order));
  const isWanted =
    isUnpaid && (await mayWrite(tx, { kind: "unfinished", email: order.email, everyMs: millisecondsInDay }, now));
  const state = isWanted ? "mailed" : "dropped";
  await tx.updateTable("resume_links").set({ state }).where("order_id", "=", orderId).execute();
  const stored = isWanted ? await loadOrder(tx, orderId) : undefined;
  if (stored) await writeMail(sale, unfinishedMail(stored, link.url));
}

/** Whether the buyer got the same plan by another order since. */
async function hasBoughtSince(tx: Tx, order: OrderRow): Promise<boolean> {
  const bought = await tx
    .selectFrom("conversions")
    .innerJoin("orders", "orders.id", "conversions.order_id")
    .select("orders.id")
    .where("orders.id", "!=", order.id)
    .where("orders.plan_id", "=", order.plan_id)
    .where("conversions.at", ">=", order.created_at)
    .where("orders.id", "in", await orderIdsOf(tx, buyerOf(order)))
    .executeTakeFirst();
  return bought !== undefined;
}

/**
 * Mails the buyer of an order under way where it goes on, where that is known, once an hour at most: somebody tries to pay for
 * the same in another browser.
 * @returns whether it is known: then a mail about this order was written within the hour
 */
export async function mailWayOn(sale: Sale, stored: StoredOrder): Promise<boolean> {
  const { tx, now } = sale;
  const link = await tx
    .selectFrom("resume_links")
    .select("url")
    .where("order_id", "=", stored.row.id)
    .executeTakeFirst();
  if (!link) return false;
  const { id: orderId, email } = stored.row;
  if (await mayWrite(tx, { kind: "continueOrder", email, orderId, everyMs: millisecondsInHour }, now))
    await writeMail(sale, continueOrderMail(stored, link.url));
  return true;
}

import type { Context } from "../context";
import { goodFrom } from "../links/ended-links";
import type { Db } from "../store/database";
import type { StoredOrder } from "../store/orders";
import { type Result, resultOf } from "./result";

/**
 * The result of an order for its own buyer, the only one who knows its id. Once paid, it has the key of this order, be the buyer
 * a user or anybody: what else was bought with their address opens by mail to that address only. The same key each time, until the
 * owner of the address ends older keys: an order that was paid before has none from then on. A refusal about somebody's live or paid
 * order must use `resultOf` instead.
 * @param askerId the user whom the call's token proves
 */
export async function buyerResult(context: Context, stored: StoredOrder, askerId: number | undefined): Promise<Result> {
  const result = await resultOf(context, stored, askerId);
  if (result.status !== "success") return result;
  const { id, email, user_id: userId, created_at } = stored.row;
  const from = await goodFrom(context.db, { email, userId });
  if ((await grantedAt(context.db, id)) < from) return result;
  return { ...result, receipts: context.links.orderKey(id, Math.max(created_at, from)) };
}

async function grantedAt(db: Db, orderId: string): Promise<number> {
  const granted = await db
    .selectFrom("events")
    .select("at")
    .where("order_id", "=", orderId)
    .where("type", "=", "granted")
    .executeTakeFirst();
  // Nothing due: paid, and granted in a moment.
  return granted?.at ?? Number.POSITIVE_INFINITY;
}

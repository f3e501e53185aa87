import type { Context } from "../context";
import { goodFrom } from "../ended-links";
import type { StoredOrder } from "../store/orders";
import { type Result, resultOf } from "./result";

/**
 * The result of an order for its own buyer, the only one who was told its id. Once paid, it has the key of this order, be the buyer
 * a user or anybody: what else was bought with their address opens by mail to that address only. The same key each time, until the
 * owner of the address ends it. A refusal about somebody's live or paid order must use `resultOf` instead.
 * @param askerId the user whom the call's token proves
 */
export async function buyerResult(context: Context, stored: StoredOrder, askerId: number | undefined): Promise<Result> {
  const result = await resultOf(context, stored, askerId);
  if (result.status !== "success") return result;
  const { id, email, user_id: userId, created_at } = stored.row;
  const signedAt = Math.max(created_at, await goodFrom(context.db, { email, userId }));
  return { ...result, receipts: context.links.orderKey(id, signedAt) };
}

import { accountFor } from "../accounts";
import type { Context } from "../context";
import type { StoredOrder } from "../store/orders";
import { type Result, resultOf } from "./result";

/**
 * The result of an order for its own buyer, the only one who was told its id. Once paid, it has the receipts key, and
 * the account if one was made for the buyer. An address that had an account before may be somebody else's, so nothing
 * of that account is told, except to the user whose token was sent. A refusal about somebody's live or paid order must
 * use `resultOf` instead.
 * @param askerId the user of the call's token
 */
export async function buyerResult(context: Context, stored: StoredOrder, askerId: number | undefined): Promise<Result> {
  const result = await resultOf(context, stored, askerId);
  if (result.status !== "success") return result;
  const { id: orderId, email, user_id, attribution, created_at } = stored.row;
  if (user_id !== null && user_id === askerId)
    return { ...result, receipts: context.links.receiptKey(user_id, created_at) };
  const wanted = { email, now: context.now(), attribution, orderId };
  const account = await context.db.transaction().execute((tx) => accountFor(tx, wanted));
  if (account.made_for !== orderId) return result;
  const receipts = context.links.receiptKey(account.user_id, created_at);
  const isAppUser = user_id !== null;
  return { ...result, receipts, ...(isAppUser ? {} : { account: { user_id: account.user_id, email } }) };
}

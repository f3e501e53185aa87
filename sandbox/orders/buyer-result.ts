import { accountFor } from "../accounts";
import type { Context } from "../context";
import type { StoredOrder } from "../store/orders";
import { type Result, resultOf } from "./result";

/**
 * How an order stands, for whoever knows its id, which only its own buyer was told: once it is paid, with the key to the
 * buyer's receipts and the account that was made for a buyer without one. An address that had an account before may be
 * somebody else's, so buying with it tells nothing of it, except to the user whose token shows that it is theirs. What a
 * refusal tells about somebody's live or paid order must be made by `resultOf`.
 * @param askerId the user whose token came with the call
 */
export async function buyerResult(context: Context, stored: StoredOrder, askerId: number | undefined): Promise<Result> {
  const result = await resultOf(context, stored);
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

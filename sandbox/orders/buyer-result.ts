import { accountFor } from "../accounts";
import type { Context } from "../context";
import type { StoredOrder } from "../store/orders";
import { type Result, resultOf } from "./result";

/**
 * How an order stands, for whoever knows its id, which only its own buyer was told: once it is paid, with the key to the
 * buyer's receipts and the account that was made for a buyer without one. What a refusal tells about somebody's live or
 * paid order must be made by `resultOf`.
 */
export async function buyerResult(context: Context, stored: StoredOrder): Promise<Result> {
  const result = await resultOf(context, stored);
  if (result.status !== "success") return result;
  const { email, user_id, created_at } = stored.row;
  const account = await context.db.transaction().execute((tx) => accountFor(tx, { email, now: context.now() }));
  const receipts = context.links.receiptKey(account.user_id, created_at);
  const isOwnAccount = user_id !== null;
  return { ...result, receipts, ...(isOwnAccount ? {} : { account: { user_id: account.user_id, email } }) };
}

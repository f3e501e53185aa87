import type { Context } from "../context";
import { buyerResult } from "../orders/buyer-result";
import type { Result } from "../orders/result";
import { syncOrder } from "../orders/settle";
import type { StoredOrder } from "../store/orders";
import { failure } from "./failure";
import type { Caller } from "./route";

/**
 * How an order stands, brought up to the moment. The answer is about the order, whichever provider's call asks.
 * @param check throws a Failure where the call says something of the order that is not so; nothing has changed then.
 * @throws Failure `order_unknown`
 */
export async function askResult(
  context: Context,
  orderId: string,
  { token }: Pick<Caller, "token">,
  check: (stored: StoredOrder) => void = () => {},
): Promise<Result> {
  const stored = await syncOrder(context, orderId);
  if (!stored) throw failure("order_unknown");
  check(stored);
  return buyerResult(context, stored, context.links.userOfToken(token, context.now()));
}

import type { Context } from "../context";
import { syncForBuyer } from "../orders/advance";
import { buyerResult } from "../orders/buyer-result";
import type { Result } from "../orders/result";
import type { StoredOrder } from "../store/orders";
import { failure } from "./failure";
import { provenUser } from "./proof/token-user";
import type { Caller } from "./route";

/**
 * The result of an order after its due events were applied; the same for the calls of all providers.
 * @param check throws a Failure where the call says something of the order that is not so; nothing has changed then.
 * @throws Failure `order_unknown`
 */
export async function askResult(
  context: Context,
  orderId: string,
  { token }: Pick<Caller, "token">,
  check: (stored: StoredOrder) => void = () => {},
): Promise<Result> {
  const stored = await syncForBuyer(context, orderId);
  if (!stored) throw failure("order_unknown");
  check(stored);
  return buyerResult(context, stored, await provenUser(context, token));
}

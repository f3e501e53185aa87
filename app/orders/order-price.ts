import type { Money } from "~/i18n/money";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import type { AnyOrder } from "./order-token.server";

/** An order's price: as the payments API says, else as the order has it. Undefined where neither does. */
export function orderPrice(order: AnyOrder, result?: PurchaseResult): Money | undefined {
  const { amount = order.amount, currency = order.currency } = result?.currency === undefined ? order : result;
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

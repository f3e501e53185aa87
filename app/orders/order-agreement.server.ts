import { addDays, renewalDay } from "~/upstream/contract/deadlines";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { orderPrice, placeOfOrder } from "./order-price";
import { type AnyOrder, saleOfOrder } from "./order-token.server";

/**
 * Whether the payments API says that an order costs more than was agreed to, or in another currency, or that it renews otherwise: where it
 * should not, for more, or earlier by more than a day: it may count in UTC. What the API does not say is as agreed.
 */
export function isOtherThanAgreed(order: AnyOrder, result: PurchaseResult): boolean {
  const agreed = order.kind === "site" ? saleOfOrder(order) : undefined;
  if (agreed === undefined) return false;
  const { today, next } = agreed;
  const price = orderPrice(order, result) ?? today;
  if (price.currency !== today.currency || price.amount > today.amount) return true;
  const { renewal } = result;
  if (renewal === undefined) return false;
  if (next.kind === "ends" || renewal.currency !== today.currency || renewal.amount > next.amount) return true;
  return renewalDay(renewal, placeOfOrder(order)) < addDays(next.on, -1);
}

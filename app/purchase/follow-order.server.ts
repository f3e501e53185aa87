import { type OrderScreen, orderScreen } from "~/checkout/order-screen";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";
import { openOrder } from "./open-order.server";
import type { Order } from "./order-token.server";
import { flowOf } from "./provider-flows.server";

/** How an order stands, as far as the payments API could be asked. */
export type Standing =
  | { kind: "known"; order: Order; result: PurchaseResult; screen: OrderScreen }
  /** It could not be asked: nothing is known, so nothing is claimed. */
  | { kind: "unreachable"; order: Order }
  /** The payments API would not open it: nothing was ordered, nothing was charged. */
  | { kind: "notOpened"; order: Order }
  /** The payments API knows no such order. */
  | { kind: "unknown" };

/** Asks how an order stands. An order without a number is found again by repeating its purchase call. */
export async function followOrder(order: Order, visitor: Visitor): Promise<Standing> {
  if (order.orderId !== undefined) return askAbout(order, order.orderId, visitor);
  const opening = await openOrder(order, visitor);
  switch (opening.kind) {
    case "opened":
    case "existing":
      return followOrder(opening.order, visitor);
    case "waiting":
    case "unavailable":
      return { kind: "unreachable", order };
    default:
      return { kind: "notOpened", order };
  }
}

async function askAbout(order: Order, orderId: string, visitor: Visitor): Promise<Standing> {
  try {
    const result = await flowOf(order.provider).ask(orderId, visitor.caller);
    return { kind: "known", order, result, screen: orderScreen(result) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const isUnknown = error.kind === "refused" && error.status === 404;
    return isUnknown ? { kind: "unknown" } : { kind: "unreachable", order };
  }
}

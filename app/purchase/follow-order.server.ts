import { type OrderScreen, orderScreen } from "~/checkout/order-screen";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { UpstreamError } from "~/upstream/upstream-error";
import type { Visitor } from "~/visitor/visitor.server";
import { openOrder } from "./open-order.server";
import type { AnyOrder, Order } from "./order-token.server";
import { appFlowOf, flowOf } from "./provider-flows.server";

/** How an order stands, as far as the payments API could be asked. */
export type Standing =
  | { kind: "known"; order: AnyOrder; result: PurchaseResult; screen: OrderScreen }
  /** It could not be asked: nothing is known, so nothing is claimed. */
  | { kind: "unreachable"; order: AnyOrder }
  /** The payments API would not open it: nothing was ordered, nothing was charged. */
  | { kind: "notOpened"; order: Order }
  /** The payments API knows no such order. */
  | { kind: "unknown" };

/** Asks how an order stands. An order without a number is found again by repeating its purchase call. */
export async function followOrder(order: AnyOrder, visitor: Visitor): Promise<Standing> {
  if (order.kind === "app") return askAbout(order, () => appFlowOf(order.provider).ask(order, visitor.caller));
  const { orderId } = order;
  if (orderId !== undefined) return askAbout(order, () => flowOf(order.provider).ask(orderId, visitor.caller));
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

async function askAbout(order: AnyOrder, ask: () => Promise<PurchaseResult>): Promise<Standing> {
  try {
    const result = await ask();
    return { kind: "known", order, result, screen: orderScreen(result) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const isUnknown = error.kind === "refused" && error.status === 404;
    return isUnknown ? { kind: "unknown" } : { kind: "unreachable", order };
  }
}

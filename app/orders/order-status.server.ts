import { appProviderOf, providerOf } from "~/providers/providers.server";
import type { Caller } from "~/upstream/client/client.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import type { Visitor } from "~/visitor/visitor.server";
import { callerFor } from "./open-order.server";
import { type OrderScreen, orderScreen } from "./order-states";
import type { AnyOrder, AppOrder, OpenedOrder, Order } from "./order-token.server";
import { takeState } from "./order-watch.server";
import { findOrder } from "./purchase.server";

/** An order's status, as far as the payments API could be asked. */
export type OrderStatus =
  | { kind: "known"; order: AppOrder | OpenedOrder; result: PurchaseResult; screen: OrderScreen }
  /** The payments API could not be asked. */
  | { kind: "unreachable"; order: AnyOrder }
  /** The payments API refused to open the order: nothing was ordered or charged. */
  | { kind: "notOpened"; order: Order }
  /** The payments API knows no such order. */
  | { kind: "unknown" };

/** Asks the payments API for an order's status. Never throws UpstreamError. */
export async function orderStatus(order: AnyOrder, visitor: Visitor): Promise<OrderStatus> {
  if (order.kind === "app") return askAbout(order, visitor);
  const found = await findOrder(order, visitor);
  return found.kind === "found" ? askAbout(found.order, visitor) : found;
}

async function askAbout(order: AppOrder | OpenedOrder, visitor: Visitor): Promise<OrderStatus> {
  try {
    const result = await askProvider(order, callerFor(order, visitor));
    takeState(order, result);
    return { kind: "known", order, result, screen: orderScreen(result) };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const isUnknown = error.kind === "refused" && error.status === 404;
    return isUnknown ? { kind: "unknown" } : { kind: "unreachable", order };
  }
}

const askProvider = (order: AppOrder | OpenedOrder, caller: Caller): Promise<PurchaseResult> =>
  order.kind === "app"
    ? appProviderOf(order.provider).ask(order, caller)
    : providerOf(order.provider).ask(order.orderId, caller);

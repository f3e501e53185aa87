import type { Visitor } from "~/visitor/visitor.server";
import { reopenOrder } from "./open-order.server";
import type { OpenedOrder, Order } from "./order-token.server";

export type Found =
  | { kind: "found"; order: OpenedOrder }
  /** It could not be asked for, or the answer leaves open whether it is there. */
  | { kind: "unreachable"; order: Order }
  /** The payments API would not open it. */
  | { kind: "notOpened"; order: Order };

/** An order with its number; one that has none yet is found again by repeating its purchase call. Never throws UpstreamError. */
export async function findOrder(order: Order, visitor: Visitor): Promise<Found> {
  const { orderId } = order;
  if (orderId !== undefined) return { kind: "found", order: { ...order, orderId } };
  const opening = await reopenOrder(order, visitor);
  switch (opening.kind) {
    case "opened":
    case "existing":
      return { kind: "found", order: opening.order };
    case "waiting":
    case "unavailable":
    // The key is another purchase's already, or a proof was not believed a second time: an order there may be all the same.
    case "detailsChanged":
    case "proofRefused":
      return { kind: "unreachable", order };
    default:
      return { kind: "notOpened", order };
  }
}

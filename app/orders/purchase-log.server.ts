import { LRUCache } from "lru-cache";
import { log } from "~/log.server";
import type { PurchaseFacts } from "~/upstream/client/upstream-error";
import type { AppOrder, Order } from "./order-token.server";

const KEPT = { max: 20_000, ttl: 24 * 3_600_000 };

/** The request ids that purchase calls were sent with, by attempt: under these the payments API has them in its own log. */
const callIds = new LRUCache<string, string>(KEPT);
const unknownEnds = new LRUCache<string, true>(KEPT);

/** A purchase call is about to be sent. */
export const noteCall = ({ attempt }: Order, requestId: string): void => void callIds.set(attempt, requestId);

/** What names a purchase: an order, or what is kept of many. */
export type NamedPurchase = Pick<Order, "kind" | "provider" | "attempt" | "orderId">;

/** What each line about a purchase has, so that one search for it shows all of them. */
export function purchaseFacts(order: NamedPurchase | Pick<AppOrder, "kind" | "provider" | "orderId">): PurchaseFacts {
  const { provider, orderId } = order;
  if (order.kind === "app") return { provider, orderId };
  const { attempt } = order;
  return { attempt, provider, orderId, apiRequestId: callIds.get(attempt) };
}

/** Told once for each attempt, by the copy that sees it first: its buyer's page looks again and again. */
export function tellUnknownEnd(order: Order, requestId: string): void {
  if (unknownEnds.has(order.attempt)) return;
  unknownEnds.set(order.attempt, true);
  log.error({ requestId, ...purchaseFacts(order) }, "nobody knows how a purchase call has ended");
}

/** For tests. */
export function forgetTold(): void {
  callIds.clear();
  unknownEnds.clear();
}

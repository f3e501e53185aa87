import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { oneOf } from "~/exposition/registry.server";
import { log } from "~/log.server";
import { type OrderMilestone, orders, refusedAddresses } from "~/metrics/metrics.server";
import type { PurchaseFacts } from "~/upstream/client/upstream-error";
import type { OrderScreenKind } from "./order-states";
import type { AppOrder, OpenedOrder, Order } from "./order-token.server";

const DAY_MS = 24 * 3_600_000;
const KEPT = { max: 20_000, ttl: DAY_MS };

/** The request ids that purchase calls were sent with, by attempt: under these the payments API has them in its own log. */
const callIds = new LRUCache<string, string>(KEPT);
const unknownEnds = new LRUCache<string, true>(KEPT);

/** A purchase call is about to be sent. */
export const noteCall = ({ attempt }: Order, requestId: string): void => void callIds.set(attempt, requestId);

/** What names a purchase: an order, or what is kept of many. */
type NamedPurchase = Pick<Order, "kind" | "provider" | "attempt" | "orderId">;

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

/**
 * Orders are counted, so that a share of paid ones can be drawn for each provider. Only the copy that has opened an order counts it:
 * it watches the order to its end, whichever copies its buyer comes back to, so the sum over all copies has each order once. The
 * exception is one that was declined and is tried again at another copy, which then counts it, too.
 */
interface CountedOrder {
  order: NamedPurchase;
  reached: Set<OrderMilestone>;
}

/** By order id. */
const counted = new LRUCache<string, CountedOrder>(KEPT);

/** A state that is missing here is on the way to another one. */
const MILESTONES: Partial<Readonly<Record<OrderScreenKind, OrderMilestone>>> = {
  success: "paid",
  granting: "paid",
  declined: "declined",
  cancelled: "cancelled",
  expired: "expired",
  review: "review",
  refunded: "refunded",
};

/** An order that this copy has opened. */
export function countOpened(order: OpenedOrder): void {
  const { kind, orderId, provider, attempt } = order;
  const before = counted.get(orderId);
  // A further attempt at the same order may go to another provider.
  if (before?.order.provider !== provider)
    counted.set(orderId, { order: { kind, orderId, provider, attempt }, reached: new Set() });
  reach(orderId, "opened");
}

/** How an order stands, as the payments API says; counted once, and only for orders that this copy has opened. */
export function countState(orderId: string, kind: OrderScreenKind): void {
  const milestone = MILESTONES[kind];
  if (milestone !== undefined) reach(orderId, milestone);
}

/** An order that is watched no more. @param isKnown whether the payments API has just said that it is still open */
export function countGivenUp(orderId: string, isKnown: boolean): void {
  const isCounted = (counted.get(orderId)?.reached.size ?? 0) > 1;
  if (!isCounted) reach(orderId, isKnown ? "unfinished" : "unknown");
}

function reach(orderId: string, state: OrderMilestone): void {
  const found = counted.get(orderId);
  if (found === undefined || found.reached.has(state)) return;
  found.reached.add(state);
  tellState(found.order, state);
}

/** What was counted of a try to pay, so that a page that is loaded again counts once. By attempt and step. */
const steps = new LRUCache<string, true>({ max: 50_000, ttl: DAY_MS });

/** Whether this copy sees a step of a try to pay for the first time. */
function isFirst({ attempt }: Order, step: string): boolean {
  const key = `${attempt} ${step}`;
  if (steps.has(key)) return false;
  steps.set(key, true);
  return true;
}

/** Somebody leaves for the provider, or comes back from there: any copy may serve them then, and counts it. */
export function countStep(order: Order, state: "handed_off" | "returned"): void {
  if (isFirst(order, state)) tellState(order, state);
}

/** What is counted has its line, so that a number of the dashboard leads to the purchases behind it. */
function tellState(order: NamedPurchase, state: OrderMilestone): void {
  orders.add({ provider: order.provider, state });
  log.info({ ...purchaseFacts(order), state }, "an order has come so far");
}

/** Where the payments API sends the buyer of an order, which REDIRECT_HOSTS does not allow: nobody can pay there. */
export function countRefusedAddress(order: Order, address: string, requestId: string): void {
  if (!isFirst(order, "refused")) return;
  const { provider } = order;
  const host = URL.parse(address)?.host ?? "unreadable";
  refusedAddresses.add({ provider, host: oneOf(env().redirectHosts, host, "other") });
  log.error({ requestId, ...purchaseFacts(order), host }, ADDRESS_REFUSED);
}

export const ADDRESS_REFUSED = "payment address refused";

/** For tests. */
export function forgetTold(): void {
  callIds.clear();
  unknownEnds.clear();
  counted.clear();
  steps.clear();
}

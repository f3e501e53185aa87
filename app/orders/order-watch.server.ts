import { providerOf } from "~/providers/providers.server";
import type { Caller } from "~/upstream/client/client.server";
import type { PurchaseResult } from "~/upstream/contract/purchases/purchase-result";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { countGivenUp, countOpened, countState, forgetCounted } from "./order-counts.server";
import { type OrderScreenKind, orderScreen } from "./order-states";
import { type AppOrder, isElsewhere, type OpenedOrder } from "./order-token.server";
import { recordPaid } from "./record-order.server";

/** Seconds between the asks: the first after 5 s, the last after 85 minutes. */
const PAUSES_S = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560];
/** Orders that are watched at once; the oldest make room for more. */
const MOST_WATCHED = 5_000;

/** The order can change no more without its buyer, who would see the change. */
const OVER: readonly OrderScreenKind[] = ["success", "cancelled", "expired", "refunded"];

interface Watched {
  order: OpenedOrder;
  timer: NodeJS.Timeout | undefined;
}

/** By order id, the oldest first. */
const watched = new Map<string, Watched>();

/**
 * Watches an order that this process has opened, so that it is known to be paid also where its buyer never comes back: asks
 * the payments API at growing intervals, ten times at most.
 */
export function watchOrder(order: OpenedOrder): void {
  if (order.isFollower) return;
  countOpened(order);
  stopWatching(order.orderId);
  if (watched.size >= MOST_WATCHED) for (const oldest of [...watched.values()].slice(0, 1)) giveUp(oldest, false);
  const one: Watched = { order, timer: undefined };
  watched.set(order.orderId, one);
  askLater(one, 0);
}

/** Takes notice of what the payments API says about an order, to its buyer or to the watch: what is paid is told. */
export function noteState(order: AppOrder | OpenedOrder, result: PurchaseResult): void {
  if (isElsewhere(order)) return;
  const { kind } = orderScreen(result);
  countState(order.orderId, kind);
  if (kind === "success") recordPaid(order, result);
  if (OVER.includes(kind)) stopWatching(order.orderId);
}

/** For tests. */
export function forgetWatchedOrders(): void {
  forgetCounted();
  for (const orderId of [...watched.keys()]) stopWatching(orderId);
}

function stopWatching(orderId: string): void {
  clearTimeout(watched.get(orderId)?.timer);
  watched.delete(orderId);
}

/** @param isKnown whether the payments API has just told how the order stands */
function giveUp({ order }: Watched, isKnown: boolean): void {
  stopWatching(order.orderId);
  countGivenUp(order.orderId, isKnown);
}

/** @param asked how often it was asked before, the last time with an answer or without */
function askLater(one: Watched, asked: number, isKnown = false): void {
  const seconds = PAUSES_S[asked];
  if (seconds === undefined) giveUp(one, isKnown);
  else one.timer = setTimeout(() => void askAgain(one, asked + 1), seconds * 1_000).unref();
}

async function askAgain(one: Watched, asked: number): Promise<void> {
  const result = await ask(one.order);
  if (watched.get(one.order.orderId) !== one) return;
  if (result !== undefined) noteState(one.order, result);
  if (watched.get(one.order.orderId) === one) askLater(one, asked, result !== undefined);
}

/** Undefined where the payments API could not be asked, or does not know the order: it is asked again. */
async function ask({ orderId, provider, appType }: OpenedOrder): Promise<PurchaseResult | undefined> {
  const requestId = crypto.randomUUID();
  const caller: Caller = { requestId, appType, isKnownApp: isKnownApp(appType), circuit: "optional" };
  return providerOf(provider)
    .ask(orderId, caller)
    .catch(() => undefined);
}

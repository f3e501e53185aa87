import { providerOf } from "~/providers/providers.server";
import type { Caller } from "~/upstream/client/client.server";
import type { PurchaseResult } from "~/upstream/contract/purchase-result";
import { isKnownApp } from "~/visitor/brand/brands.server";
import { type OrderScreenKind, orderScreen } from "./order-states";
import { type AppOrder, isOfOtherBrowser, type OpenedOrder } from "./order-token.server";
import { countGivenUp, countOpened, countState, forgetTold, purchaseFacts } from "./purchase-log.server";
import { recordPaid } from "./record-order.server";

/** Seconds between the asks: the first after 5 s, the last after 85 minutes. */
const PAUSES_S = [5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560];

/** The order can change no more without its buyer, who would see the change. */
const FINAL: readonly OrderScreenKind[] = ["success", "cancelled", "expired", "refunded"];

interface Watched {
  order: OpenedOrder;
  timer: NodeJS.Timeout | undefined;
  /** How often it was asked about. */
  times: number;
  /** The payments API told how it stands, the last time it was asked. */
  isKnown: boolean;
  /** It said then that no money was taken. */
  isUnpaid: boolean;
}

/** How many orders are watched at once, and how many more wait for a place: some 1.5 KB each. */
const MOST_ORDERS = { watched: 5_000, waiting: 10_000 };
let most = MOST_ORDERS;

/** By order id, the oldest first. */
const watched = new Map<string, Watched>();
/** Those known to be unpaid among them, the longest known first. */
const unpaid = new Set<Watched>();
/** Orders that are asked about once there is a place, those that have waited longest first. */
const waitingOrders = new Map<string, Watched>();

/**
 * Watches an order that this process has opened, so that it is known to be paid also where its buyer never comes back: asks
 * the payments API at growing intervals, ten times at most. Where too many are watched, those known to be unpaid make room and wait for
 * their next turn. An order that may be paid keeps its place until it is known how it stands.
 */
export function watchOrder(order: OpenedOrder): void {
  if (isOfOtherBrowser(order)) return;
  countOpened(order);
  stopWatching(order.orderId);
  waitingOrders.set(order.orderId, { order, timer: undefined, times: 0, isKnown: false, isUnpaid: false });
  if (watched.size >= most.watched) for (const one of [...unpaid].slice(0, 1)) letWait(one);
  beginNext();
  if (waitingOrders.size > most.waiting) giveUpWaiting();
}

/** Takes notice of what the payments API says about an order, to its buyer or to the watch: what is paid is told. */
export function takeState(order: AppOrder | OpenedOrder, result: PurchaseResult): void {
  if (isOfOtherBrowser(order)) return;
  const { kind } = orderScreen(result);
  countState(order.orderId, kind);
  if (kind === "success") recordPaid(order, result);
  const one = watched.get(order.orderId);
  if (one !== undefined) markUnpaid(one, result.money_taken === "no");
  if (!FINAL.includes(kind)) return;
  stopWatching(order.orderId);
  beginNext();
}

/** For tests: fewer places. */
export function limitWatch(limits: typeof MOST_ORDERS): void {
  most = limits;
}

/** For tests. */
export function forgetWatchedOrders(): void {
  forgetTold();
  for (const orderId of [...waitingOrders.keys(), ...watched.keys()]) stopWatching(orderId);
  most = MOST_ORDERS;
}

/** Whoever has waited longest has the next place. */
function beginNext(): void {
  for (const [orderId, one] of waitingOrders) {
    if (watched.size >= most.watched) return;
    waitingOrders.delete(orderId);
    watched.set(orderId, one);
    if (one.isUnpaid) unpaid.add(one);
    askLater(one);
  }
}

function stopWatching(orderId: string): void {
  const one = watched.get(orderId);
  waitingOrders.delete(orderId);
  watched.delete(orderId);
  if (one === undefined) return;
  clearTimeout(one.timer);
  unpaid.delete(one);
}

/** An order that gives its place to another one; it is asked about later. */
function letWait(one: Watched): void {
  stopWatching(one.order.orderId);
  waitingOrders.set(one.order.orderId, one);
}

function markUnpaid(one: Watched, isUnpaid: boolean): void {
  one.isUnpaid = isUnpaid;
  if (isUnpaid) unpaid.add(one);
  else unpaid.delete(one);
}

/** An order that is asked about no more. */
function giveUp({ order: { orderId }, isKnown }: Watched): void {
  stopWatching(orderId);
  countGivenUp(orderId, isKnown);
}

/** Nobody has a place for it: one that is known to be unpaid, else the newest. */
function giveUpWaiting(): void {
  const all = [...waitingOrders.values()];
  const one = all.find(({ isUnpaid }) => isUnpaid) ?? all.at(-1);
  if (one !== undefined) giveUp(one);
}

function askLater(one: Watched): void {
  const seconds = PAUSES_S[one.times];
  if (seconds !== undefined) {
    one.timer = setTimeout(() => void askAgain(one), seconds * 1_000).unref();
    return;
  }
  giveUp(one);
  beginNext();
}

async function askAgain(one: Watched): Promise<void> {
  const { orderId } = one.order;
  const result = await askOnce(one.order);
  if (watched.get(orderId) !== one) return;
  one.times += 1;
  one.isKnown = result !== undefined;
  if (result === undefined) markUnpaid(one, false);
  else takeState(one.order, result);
  if (watched.get(orderId) !== one) return;
  const givesPlace = one.isUnpaid && waitingOrders.size > 0 && one.times < PAUSES_S.length;
  if (!givesPlace) return askLater(one);
  letWait(one);
  beginNext();
}

/** Undefined where the payments API could not be asked, or does not know the order: it is asked again. */
async function askOnce(order: OpenedOrder): Promise<PurchaseResult | undefined> {
  const { orderId, provider, appType } = order;
  const purchase = purchaseFacts(order);
  const requestId = crypto.randomUUID();
  const caller: Caller = { requestId, appType, isKnownApp: isKnownApp(appType), purchase, circuit: "optional" };
  return providerOf(provider)
    .ask(orderId, caller)
    .catch(() => undefined);
}

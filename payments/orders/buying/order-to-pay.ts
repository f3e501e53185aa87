import type { OrderState } from "~/upstream/contract/purchase-result";
import { isSameMoney } from "../../machine/money";
import type { Order } from "../../machine/order-record";
import type { Db, Tx } from "../../store/database";
import type { StoredOrder } from "../../store/orders";
import { readSettings } from "../../store/settings";
import { settleOrder } from "../advance";
import { recordEvent } from "../record";
import type { AttemptRow, OrderRow } from "../tables";
import { grantedSince, isBuyerOf, unpaidOrders } from "./buyer";
import type { Purchase } from "./purchase";

/** An order for which another one is not opened. */
export interface OrderInTheWay {
  orderId: string;
  /** The browser that opened it sent the purchase, too: it gets all of it. */
  isSameBrowser: boolean;
}

export type OrderRefusal = { kind: "order_unknown" } | ({ kind: "order_live" | "order_done" } & OrderInTheWay);

interface OrderToPay {
  kind: "free";
  /** The open order to continue; undefined: a new one. */
  retried: StoredOrder | undefined;
  /** Open orders for the same plan that this purchase replaces. */
  superseded: StoredOrder[];
}

const PAID: readonly OrderState[] = ["done", "refunded"];
const isPaid = ({ order }: StoredOrder): boolean => PAID.includes(order.state);

/** Whether the purchase's browser opened an order. Where the purchase names no browser, only the order that the purchase names. */
const isSameBrowser = ({ id, browser }: Pick<OrderRow, "id" | "browser">, purchase: Purchase): boolean =>
  browser === purchase.browser && (browser !== null || id === purchase.orderId);

/**
 * The order a purchase belongs to. Refused where the same browser may already be paying for the same plan and buyer, or has
 * paid: an address proves nothing, so other browsers have orders of their own.
 * @param event the number of the last order event before the first call with the purchase's key: what was granted later
 * fulfilled its wish, also where only this call finds out that it was paid
 */
export async function orderToPay(tx: Tx, purchase: Purchase, event: number): Promise<OrderToPay | OrderRefusal> {
  const { orderId, buyer, browser, plan } = purchase;
  const named = await namedOrder(tx, purchase);
  if (orderId && !named) return { kind: "order_unknown" };
  if (named && isPaid(named)) return refusal("order_done", named, purchase);
  const givenUp = named && givenUpBy(named, purchase);
  if (named && givenUp) await giveUp(tx, named, givenUp, purchase.now);
  const unpaid = await unpaidNow(tx, purchase, named);
  const live = unpaid.find(({ order }) => isUnderWay(order));
  if (live) return refusal("order_live", live, purchase);
  const paidId = await grantedSince(tx, { buyer, browser, planId: plan.id, event });
  if (paidId) return { kind: "order_done", orderId: paidId, isSameBrowser: true };
  const open = unpaid.filter(
    ({ order, row }) => order.state === "open" && (isSameBrowser(row, purchase) || row.id === orderId),
  );
  const retried = open.find(({ row }) => row.id === orderId && isBuyerOf(row, buyer));
  return { kind: "free", retried, superseded: open.filter((one) => one !== retried) };
}

const refusal = (kind: "order_live" | "order_done", { row }: StoredOrder, purchase: Purchase): OrderRefusal => ({
  kind,
  orderId: row.id,
  isSameBrowser: isSameBrowser(row, purchase),
});

/** Whoever corrects the address still names their order from the browser that opened it; any other browser has to know the address. */
async function namedOrder(tx: Tx, purchase: Purchase): Promise<StoredOrder | undefined> {
  const { orderId, browser, buyer, catalogue, now } = purchase;
  const named = orderId ? await settleOrder({ tx, catalogue, now }, orderId) : undefined;
  if (!named) return undefined;
  const isFromThere = browser !== null && named.row.browser === browser;
  return isFromThere || isBuyerOf(named.row, buyer) ? named : undefined;
}

/**
 * A buyer who comes back for another provider, with another address, or agreed to another price, gave up the first provider's page, if
 * nothing was done there yet. Nobody gives up another browser's.
 */
export function givenUpBy(named: StoredOrder, purchase: Purchase): AttemptRow | undefined {
  const { provider, buyer, shown } = purchase;
  const waiting = named.attempts.find(({ state }) => state === "created" || state === "sent");
  if (!waiting || !isSameBrowser(named.row, purchase)) return undefined;
  const isSame = waiting.provider === provider && isBuyerOf(named.row, buyer) && isSameMoney(waiting, shown);
  return isSame ? undefined : waiting;
}

const giveUp = (tx: Tx, stored: StoredOrder, { id: attemptId }: AttemptRow, now: number): Promise<StoredOrder> =>
  recordEvent(tx, stored, { type: "reported", attemptId, report: { type: "abandoned" } }, now);

const isUnderWay = ({ state, captures }: Order): boolean =>
  state === "paying" || state === "granting" || captures.some((one) => one.state === "disputed");

/** The unpaid orders for the plan that concern a purchase. What is over of them ends first, so that it does not count as live. */
async function unpaidNow(tx: Tx, purchase: Purchase, named: StoredOrder | undefined): Promise<StoredOrder[]> {
  const namedId = named?.row.plan_id === purchase.plan.id ? [named.row.id] : [];
  const { catalogue, now } = purchase;
  const settled: StoredOrder[] = [];
  for (const id of new Set([...namedId, ...(await concernedOrders(tx, purchase))])) {
    const stored = await settleOrder({ tx, catalogue, now }, id);
    if (stored) settled.push(stored);
  }
  return settled;
}

/** The ids of the unpaid orders for the plan that concern a purchase, its browser's first. */
export async function concernedOrders(db: Db | Tx, purchase: Purchase): Promise<string[]> {
  const all = await unpaidOrders(db, purchase.buyer, purchase.plan.id);
  const ofBrowser = all.filter((one) => isSameBrowser(one, purchase));
  if (ofBrowser.length === all.length) return ofBrowser.map(({ id }) => id);
  const ofMailbox = (await readSettings(db)).live_orders === "mailbox" ? all : [];
  return [...new Set([...ofBrowser, ...ofMailbox].map(({ id }) => id))];
}

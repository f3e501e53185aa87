import type { OrderState } from "~/upstream/contract/purchase-result";
import type { Order } from "../machine/order-record";
import type { Tx } from "../store/database";
import type { StoredOrder } from "../store/orders";
import { isBuyerOf, unfinishedOrders } from "./buyer";
import type { Purchase } from "./purchase";
import { recordEvent } from "./record";
import { syncWithin } from "./settle";

export type OrderRefusal = { kind: "order_unknown" } | { kind: "order_live" | "order_done"; orderId: string };

interface OrderToPay {
  kind: "free";
  /** The open order to continue; undefined: a new one. */
  retried: StoredOrder | undefined;
  /** Open orders for the same plan that this purchase replaces. */
  superseded: StoredOrder[];
}

/** A new order, whatever other orders exist. */
export const NEW_ORDER: OrderToPay = { kind: "free", retried: undefined, superseded: [] };

const PAID: readonly OrderState[] = ["done", "refunded"];
export const isPaid = ({ order }: StoredOrder): boolean => PAID.includes(order.state);

/** The order a purchase belongs to. Refused where the same buyer may already be paying for the same plan. */
export async function orderToPay(tx: Tx, purchase: Purchase): Promise<OrderToPay | OrderRefusal> {
  const { orderId, buyer, now } = purchase;
  const named = orderId ? await syncWithin(tx, orderId, now) : undefined;
  if (orderId && !(named && isBuyerOf(named.row, buyer))) return { kind: "order_unknown" };
  if (named && isPaid(named)) return { kind: "order_done", orderId: named.row.id };
  if (named) await giveUpUntouched(tx, named, purchase);
  const others = await unfinishedNow(tx, purchase);
  const live = others.find(({ order }) => isUnderWay(order));
  if (live) return { kind: "order_live", orderId: live.row.id };
  const open = others.filter(({ order }) => order.state === "open");
  const retried = open.find(({ row }) => row.id === orderId);
  return { kind: "free", retried, superseded: open.filter((one) => one !== retried) };
}

/** A buyer who comes back for another provider gave up the first provider's page, if nothing was done there yet. */
async function giveUpUntouched(tx: Tx, named: StoredOrder, { provider, now }: Purchase): Promise<void> {
  const waiting = named.attempts.find(({ state }) => state === "created" || state === "sent");
  if (!waiting || waiting.provider === provider) return;
  await recordEvent(tx, named, { type: "reported", attemptId: waiting.id, report: { type: "abandoned" } }, now);
}

const isUnderWay = ({ state, captures }: Order): boolean =>
  state === "paying" || state === "granting" || captures.some((one) => one.state === "disputed");

/** Syncs the orders first, so that one whose session has expired does not count as live. */
async function unfinishedNow(tx: Tx, { buyer, plan, now }: Purchase): Promise<StoredOrder[]> {
  const synced: StoredOrder[] = [];
  for (const id of await unfinishedOrders(tx, buyer, plan.id)) {
    const stored = await syncWithin(tx, id, now);
    if (stored) synced.push(stored);
  }
  return synced;
}

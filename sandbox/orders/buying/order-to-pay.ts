import type { OrderState } from "~/upstream/contract/purchases/purchase-result";
import type { Order } from "../../machine/order-record";
import type { Tx } from "../../store/database";
import type { StoredOrder } from "../../store/orders";
import { recordEvent } from "../record";
import { syncWithin } from "../settle";
import { grantedSince, isBuyerOf, unpaidOrders } from "./buyer";
import type { Purchase } from "./purchase";

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
const isPaid = ({ order }: StoredOrder): boolean => PAID.includes(order.state);

/**
 * The order a purchase belongs to. Refused where the same buyer may already be paying for the same plan, or has paid.
 * @param event the number of the last order event before the first call with the purchase's key: what was granted later
 * fulfilled its wish, also where only this call finds out that it was paid
 */
export async function orderToPay(tx: Tx, purchase: Purchase, event: number): Promise<OrderToPay | OrderRefusal> {
  const { orderId, buyer, plan, now } = purchase;
  const named = orderId ? await syncWithin(tx, orderId, now) : undefined;
  if (orderId && !(named && isBuyerOf(named.row, buyer))) return { kind: "order_unknown" };
  if (named && isPaid(named)) return { kind: "order_done", orderId: named.row.id };
  if (named) await giveUpUntouched(tx, named, purchase);
  const others = await unpaidNow(tx, purchase);
  const live = others.find(({ order }) => isUnderWay(order));
  if (live) return { kind: "order_live", orderId: live.row.id };
  const paidId = await grantedSince(tx, { buyer, planId: plan.id, event });
  if (paidId) return { kind: "order_done", orderId: paidId };
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

/** Syncs the orders first, so that one whose session has expired does not count as live, and one that is paid does not count as unpaid. */
async function unpaidNow(tx: Tx, { buyer, plan, now }: Purchase): Promise<StoredOrder[]> {
  const synced: StoredOrder[] = [];
  for (const id of await unpaidOrders(tx, buyer, plan.id)) {
    const stored = await syncWithin(tx, id, now);
    if (stored) synced.push(stored);
  }
  return synced;
}

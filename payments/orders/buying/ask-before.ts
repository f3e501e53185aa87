import type { Context } from "../../context";
import { allDone } from "../../rounds";
import { loadOrder } from "../../store/orders";
import { syncOrder } from "../advance";
import { closePayment } from "../opening/close-payment";
import { concernedOrders, givenUpBy } from "./order-to-pay";
import type { Purchase } from "./purchase";

/**
 * What has to be asked of providers before an order is opened, as nothing is asked in its transaction: how the buyer's unpaid orders stand; and
 * the page that the buyer has given up is closed, so that two never take money for one order.
 */
export async function askBefore(context: Context, purchase: Purchase): Promise<void> {
  const { orderId } = purchase;
  const ids = new Set([...(orderId ? [orderId] : []), ...(await concernedOrders(context.db, purchase))]);
  await allDone([...ids].map((id) => syncOrder(context, id)));
  const named = orderId ? await loadOrder(context.db, orderId) : undefined;
  const givenUp = named && givenUpBy(named, purchase);
  if (named === undefined || givenUp?.pay_at == null) return;
  if ((await closePayment(context, givenUp)) === "paid") await syncOrder(context, named.row.id);
}

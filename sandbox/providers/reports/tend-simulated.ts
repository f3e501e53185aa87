import { inSale } from "../../../payments/catalogue/sale";
import type { Context } from "../../../payments/context";
import { syncOrder, tendAll, tendOrder } from "../../../payments/orders/advance";
import { deliverWebhooks, forgetSaid, ordersWithNews } from "./due-reports";

/** Delivers the webhooks that have arrived by now, and finds what no webhook told of orders that are over. */
export async function tendSimulated(context: Context): Promise<void> {
  const { arrived, silent } = await ordersWithNews(context.db, context.now());
  for (const id of arrived) {
    await deliverTo(context, id);
    await tendOrder(context, id);
  }
  for (const id of silent) {
    await syncOrder(context, id);
    await context.db.transaction().execute((tx) => forgetSaid(tx, id, context.now()));
  }
}

/** Takes in the webhooks of one order that have arrived by now. */
export const deliverTo = (context: Context, orderId: string): Promise<void> =>
  inSale(context, (sale) => deliverWebhooks(sale, orderId));

/** What has arrived, and then every order. */
export async function tendAllSimulated(context: Context): Promise<void> {
  await tendSimulated(context);
  await tendAll(context);
}

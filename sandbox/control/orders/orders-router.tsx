import { type Response, Router } from "express";
import { z } from "zod";
import { inSale, type Sale } from "../../../payments/catalogue/sale";
import type { Context } from "../../../payments/context";
import { sendPage } from "../../../payments/html/page";
import { signedLinkTo } from "../../../payments/links/app-link";
import { orderLetter } from "../../../payments/mail/order-letters";
import { refundOrder } from "../../../payments/orders/refund";
import { MessagePage } from "../../html/document";
import { expireNow, reportNow } from "../../providers/reports/sooner";
import { tendAllSimulated } from "../../providers/reports/tend-simulated";
import { sendLetter } from "../send-letter";
import { orderHistories } from "./history";
import { OrderPage } from "./order-page";
import { OrdersPage } from "./orders-page";

/** Orders with their history, as pages and as JSON. */
export function ordersRouter(context: Context): Router {
  const router = Router();
  router.get("/control", (_request, response) => showOrders(context, response));
  router.get("/control/orders.json", async ({ query }, response) => {
    response.json({ orders: await readableOrders(context, query) });
  });
  router.get("/control/orders/:id", (request, response) => showOrder(context, request.params.id ?? "", response));
  router.get("/control/orders/:id/letters/:file", ({ params: { id, file } }, response) =>
    showLetter(context, { orderId: id, file }, response),
  );
  for (const [step, take] of Object.entries(ORDER_STEPS))
    router.post(`/control/orders/:id/${step}`, async ({ params: { id = "" } }, response) => {
      await inSale(context, (sale) => take(sale, id));
      response.redirect(303, `/control/orders/${encodeURIComponent(id)}`);
    });
  return router;
}

/** What a tester lets happen to an order. */
const ORDER_STEPS: Readonly<Record<string, (sale: Sale, orderId: string) => Promise<void>>> = {
  refund: refundOrder,
  report: reportNow,
  expire: expireNow,
};

async function showOrders(context: Context, response: Response): Promise<void> {
  await tendAllSimulated(context);
  const orders = await orderHistories(context.db);
  const { siteOrigin } = context;
  sendPage(response, <OrdersPage orders={orders} siteOrigin={siteOrigin} signedLink={signedLinkTo(context, "/")} />);
}

const ordersQuery = z.object({ email: z.string().max(254).optional() });

async function readableOrders(context: Context, query: unknown) {
  await tendAllSimulated(context);
  const parsed = ordersQuery.safeParse(query);
  const orders = parsed.success ? await orderHistories(context.db, parsed.data) : [];
  return orders.map((order) => ({
    ...order,
    events: order.events.map((event) => ({ ...event, detail: JSON.parse(event.detail) })),
  }));
}

async function showOrder(context: Context, orderId: string, response: Response): Promise<void> {
  await tendAllSimulated(context);
  const [order] = await orderHistories(context.db, { orderId });
  if (order) sendPage(response, <OrderPage order={order} now={context.now()} />);
  else sendPage(response, <MessagePage title="No such order" text="It is not in this sandbox." />, 404);
}

/** @param file the letter's number, with `.html` or `.txt` behind it */
async function showLetter(
  { db }: Context,
  { orderId, file }: { orderId: string; file: string },
  response: Response,
): Promise<void> {
  const [, number, format] = /^(\d{1,15})\.(html|txt)$/.exec(file) ?? [];
  const letter = number === undefined ? undefined : await orderLetter(db, orderId, Number(number));
  if (!letter)
    sendPage(response, <MessagePage title="No such letter" text="This order has none of that number." />, 404);
  else if (format === "html") sendLetter(response, "html", letter.html);
  else sendLetter(response, "text", letter.body);
}

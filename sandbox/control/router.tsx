import { type Response, Router, urlencoded } from "express";
import { z } from "zod";
import { signedLinkTo } from "../app-link";
import type { Context } from "../context";
import { MessagePage, sendPage } from "../html/document";
import { pageHeaders, refuseForeignPosts } from "../html/page-security";
import { recordEvent } from "../orders/record";
import { syncWithin, tendAll } from "../orders/settle";
import { readSettings, settingsSchema, writeSettings } from "../store/settings";
import { appPurchaseRouter } from "./app-purchases";
import { orderHistories } from "./history";
import { OrderPage } from "./order-page";
import { ControlPage } from "./pages";

/** For the person at the sandbox: orders with their history, and what may be set. */
export function controlRouter(context: Context): Router {
  const router = Router();
  const form = urlencoded({ extended: false, limit: "4kb" });
  router.get("/", (_request, response) => response.redirect(302, "/control"));
  router.use("/control", pageHeaders(context.siteOrigin), refuseForeignPosts);
  router.use(appPurchaseRouter(context));
  router.get("/control", (_request, response, next) => {
    showControl(context, response).catch(next);
  });
  router.get("/control/orders.json", (request, response, next) => {
    sendOrders(context, request.query, response).catch(next);
  });
  router.get("/control/orders/:id", (request, response, next) => {
    showOrder(context, request.params.id, response).catch(next);
  });
  router.post("/control/orders/:id/refund", (request, response, next) => {
    refund(context, request.params.id, response).catch(next);
  });
  router.post("/control/settings", form, (request, response, next) => {
    saveSettings(context, request.body, response).catch(next);
  });
  return router;
}

async function showControl(context: Context, response: Response): Promise<void> {
  await tendAll(context);
  const orders = await orderHistories(context.db);
  const settings = await readSettings(context.db);
  const { siteOrigin } = context;
  const signedLink = signedLinkTo(context, "/");
  sendPage(
    response,
    <ControlPage orders={orders} settings={settings} siteOrigin={siteOrigin} signedLink={signedLink} />,
  );
}

const ordersQuery = z.object({ email: z.string().max(254).optional() });

async function sendOrders(context: Context, query: unknown, response: Response): Promise<void> {
  await tendAll(context);
  const parsed = ordersQuery.safeParse(query);
  const orders = parsed.success ? await orderHistories(context.db, parsed.data) : [];
  const readable = orders.map((order) => ({
    ...order,
    events: order.events.map((event) => ({ ...event, detail: JSON.parse(event.detail) })),
  }));
  response.json({ orders: readable });
}

async function showOrder(context: Context, orderId: string, response: Response): Promise<void> {
  await tendAll(context);
  const [order] = await orderHistories(context.db, { orderId });
  if (!order) return sendPage(response, <MessagePage title="No such order" text="It is not in this sandbox." />, 404);
  sendPage(response, <OrderPage order={order} />);
}

async function refund(context: Context, orderId: string, response: Response): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const stored = await syncWithin(tx, orderId, context.now());
    if (stored) await recordEvent(tx, stored, { type: "refunded" }, context.now());
  });
  response.redirect(303, `/control/orders/${encodeURIComponent(orderId)}`);
}

async function saveSettings(context: Context, body: unknown, response: Response): Promise<void> {
  const parsed = settingsSchema.safeParse(body);
  if (!parsed.success)
    return sendPage(response, <MessagePage title="Not saved" text={z.prettifyError(parsed.error)} />, 422);
  await context.db.transaction().execute((tx) => writeSettings(tx, parsed.data));
  response.redirect(303, "/control");
}

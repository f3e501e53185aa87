import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../context";
import { sendPage } from "../../html/page";
import { loadOrder, type StoredOrder } from "../../store/orders";
import { OperatorError } from "../act";
import { noteShown } from "../audit";
import { evidenceOf } from "../evidence";
import { findOrders } from "../find-orders";
import { forAPerson } from "../for-a-person";
import { describeOrder } from "../show-order";
import { orderAddress } from "./addresses";
import { FoundPage, HomePage } from "./home-page";
import { OrderPage } from "./order-page";
import { reason } from "./reason";
import type { Session } from "./sign-in/sessions";
import type { SignedIn } from "./sign-in/signed-in";

/** The pages of orders, for whoever is signed in. */
export function ordersRouter(context: Context, signedIn: SignedIn): Router {
  const router = Router();
  router.get(
    "/",
    signedIn(async (_request, response, session) => {
      const waiting = await forAPerson(context);
      sendPage(response, <HomePage session={session} waiting={waiting} now={context.now()} />);
    }),
  );
  router.post(
    "/search",
    signedIn((request, response, session) => search(context, request, response, session)),
  );
  router.get(
    "/orders/:id",
    signedIn((request, response, session) => showOrder(context, request, response, session)),
  );
  router.post(
    "/orders/:id/show",
    signedIn((request, response, session) => showAddresses(context, request, response, session)),
  );
  router.post(
    "/orders/:id/evidence",
    signedIn((request, response, session) => sendEvidence(context, request, response, session)),
  );
  return router;
}

const searched = z.object({ name: z.string().trim().min(1).max(254) });

async function search(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const found = await findOrders(context.db, searched.parse(request.body).name);
  const [only, ...others] = found;
  if (only && others.length === 0) return response.redirect(303, orderAddress(only.row.id));
  const orders = await Promise.all(found.map((stored) => describeOrder(context, stored, false)));
  sendPage(response, <FoundPage session={session} orders={orders} />);
}

const named = z.object({ id: z.string() });

/** @throws OperatorError where there is none */
async function orderOf({ db }: Context, request: Request): Promise<StoredOrder> {
  const stored = await loadOrder(db, named.parse(request.params).id);
  if (stored === undefined) throw new OperatorError("There is no such order.");
  return stored;
}

async function showOrder(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const order = await describeOrder(context, await orderOf(context, request), false);
  sendPage(response, <OrderPage session={session} order={order} isShown={false} />);
}

const shown = z.object({ because: reason });

/** Nothing is shown unless it is written down who looked, and why. */
async function showAddresses(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const stored = await orderOf(context, request);
  const { because } = shown.parse(request.body);
  await noteShown(context, { by: session.person, because }, stored.row.id);
  const order = await describeOrder(context, stored, true);
  sendPage(response, <OrderPage session={session} order={order} isShown={true} />);
}

/** As a file, to be printed for the bank of the order's buyer. */
async function sendEvidence(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const { row } = await orderOf(context, request);
  const { because } = shown.parse(request.body);
  const { name, html } = await evidenceOf(context, row.id, { by: session.person, because });
  response.attachment(`${name}.html`).type("html").send(html);
}

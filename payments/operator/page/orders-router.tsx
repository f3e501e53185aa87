import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Context } from "../../context";
import { loadOrder, type StoredOrder } from "../../store/orders";
import { AlreadySent, OperatorError } from "../act";
import { mattersForPerson } from "../attention";
import { audited, isSent } from "../audit";
import { findOrders } from "../find-orders";
import { describeOrder } from "../show-order";
import { actNamed, wanted } from "./acts";
import { ConfirmPage } from "./confirm-page";
import { MessagePage, sendPage } from "./document";
import { FoundPage, HomePage } from "./home-page";
import { OrderPage } from "./order-page";
import { reason } from "./reason";
import type { Session } from "./sessions";
import type { SignedIn } from "./signed-in";

/** The pages of orders, for whoever is signed in. */
export function ordersRouter(context: Context, signedIn: SignedIn): Router {
  const router = Router();
  router.get(
    "/",
    signedIn(async (_request, response, session) => {
      const matters = await mattersForPerson(context.db, context.now());
      sendPage(response, <HomePage session={session} matters={matters} />);
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
  router.get(
    "/orders/:id/:act",
    signedIn((request, response, session) => ask(context, request, response, session)),
  );
  router.post(
    "/orders/:id/:act",
    signedIn((request, response, session) => run(context, request, response, session)),
  );
  return router;
}

const searched = z.object({ name: z.string().trim().min(1).max(254) });

async function search(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const found = await findOrders(context.db, searched.parse(request.body).name);
  const [only, ...others] = found;
  if (only && others.length === 0) return response.redirect(303, addressOf(only.row.id));
  const orders = await Promise.all(found.map((stored) => describeOrder(context, stored, false)));
  sendPage(response, <FoundPage session={session} orders={orders} />);
}

const addressOf = (id: string): string => `/operator/orders/${encodeURIComponent(id)}`;

const named = z.object({ id: z.string(), act: z.string().default("") });

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
  const entry = { by: session.person, because, command: "show", about: stored.row.id };
  await audited(context, entry, async () => "addresses were shown");
  const order = await describeOrder(context, stored, true);
  sendPage(response, <OrderPage session={session} order={order} isShown={true} />);
}

/** @throws OperatorError */
async function prepared(context: Context, request: Request, raw: unknown) {
  const stored = await orderOf(context, request);
  const { act: name } = named.parse(request.params);
  const act = actNamed(name);
  if (act === undefined) throw new OperatorError("There is no such page.");
  const fields = wanted.parse(raw);
  return { stored, name, title: act.title, fields, act: await act.prepare(context, stored, fields) };
}

async function ask(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const { stored, fields, ...asked } = await prepared(context, request, request.query);
  const order = await describeOrder(context, stored, false);
  sendPage(response, <ConfirmPage session={session} order={order} wanted={fields} {...asked} />);
}

const confirmed = z.object({ because: reason, key: z.uuid(), question: z.string() });

/** Does what was asked, once; a second submission leads to what came of the first. */
async function run(context: Context, request: Request, response: Response, session: Session): Promise<void> {
  const { because, key, question } = confirmed.parse(request.body);
  const address = addressOf(named.parse(request.params).id);
  if (await isSent(context.db, key)) return response.redirect(303, address);
  const { act } = await prepared(context, request, request.body);
  if (act.question !== question) return sendPage(response, <Changed session={session} to={address} />, 409);
  try {
    await act.run({ by: session.person, because, formKey: key });
  } catch (error) {
    if (!(error instanceof AlreadySent)) throw error;
  }
  response.redirect(303, address);
}

const Changed = ({ session, to }: { session: Session; to: string }) => (
  <MessagePage
    session={session}
    title="Nothing was done"
    text="The order has changed since you were asked. Look at it again."
    way={{ to, label: "To the order" }}
  />
);

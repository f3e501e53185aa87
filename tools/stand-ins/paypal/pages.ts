import express, { type Response, type Router } from "express";
import { z } from "zod";
import { providerPage } from "../page";
import type { Order, PayPalBooks, Subscription } from "./books";
import { planOf } from "./subscriptions";
import type { PayPalWorld } from "./world";

const OUTCOMES = {
  pay: "Pay now",
  pending: "Pay by eCheck, which takes days",
  refused: "Pay with a card that is refused when it is charged",
  decline: "Choose a card that is declined here",
  challenge: "Choose a card whose bank asks",
  challenge_pass: "Pass the bank's question",
  challenge_fail: "Fail the bank's question",
  cancel: "Cancel and go back to the shop",
};
const chosen = z.object({ outcome: z.string() });
const PAYER = "QYR5Z8XDVJNXQ";

/** By which a buyer comes back, and how their money will come. */
const FUNDING: ReadonlyMap<string, Order["funding"]> = new Map([
  ["pay", "ok"],
  ["challenge_pass", "ok"],
  ["pending", "pending"],
  ["refused", "refused"],
]);

/** PayPal's pages. What is declined there stays there: the buyer chooses again. */
export function pageRoutes(router: Router, world: PayPalWorld): void {
  const { books } = world;
  const form = express.urlencoded({ extended: false });
  router.all("/checkoutnow", form, (request, response) => {
    const { token } = z.object({ token: z.string() }).parse(request.query);
    const order = books.orders.get(token);
    if (order === undefined || order.status === "COMPLETED" || order.status === "GONE") return over(response);
    const { description = "", amount } = order;
    if (request.method === "GET") return page(response, [description, `${amount.value} ${amount.currency_code}`]);
    const { outcome } = chosen.parse(request.body);
    const funding = FUNDING.get(outcome);
    if (outcome === "cancel") return back(response, order.cancel_url, { token });
    if (funding === undefined) return page(response, [description, `This did not work: ${outcome}`]);
    approveOrder(order, funding, world);
    back(response, order.return_url, { token, PayerID: PAYER });
  });
  router.all("/webapps/billing/subscriptions", form, (request, response) => {
    const { ba_token } = z.object({ ba_token: z.string() }).parse(request.query);
    const [subscription] = books.subscriptions.all("agreement", ba_token);
    if (subscription === undefined || subscription.status !== "APPROVAL_PENDING") return over(response);
    const facts = [planOf(subscription, world).name];
    if (request.method === "GET") return page(response, facts);
    const { outcome } = chosen.parse(request.body);
    const funding = FUNDING.get(outcome);
    const names = { subscription_id: subscription.id, ba_token, token: idOfToken(subscription) };
    if (outcome === "cancel") return back(response, subscription.cancel_url, names);
    if (funding === undefined) return page(response, [...facts, `This did not work: ${outcome}`]);
    approveSubscription(books, subscription, funding);
    back(response, subscription.return_url, names);
  });
}

function approveOrder(order: Order, funding: Order["funding"], world: PayPalWorld): void {
  const approved = world.books.orders.put({ ...order, status: "APPROVED", funding });
  const { id, status, custom_id, amount } = approved;
  const purchase_units = [{ reference_id: "default", custom_id, amount }];
  world.ring("CHECKOUT.ORDER.APPROVED", "checkout-order", { id, status, intent: "CAPTURE", purchase_units });
}

/** Nothing rings before it is active. */
const approveSubscription = (books: PayPalBooks, one: Subscription, funding: Order["funding"]) =>
  books.subscriptions.put({ ...one, status: "APPROVED", funding });

const idOfToken = ({ agreement }: Subscription) => agreement.replace("BA-", "EC-");

const page = (response: Response, facts: readonly string[]) =>
  void response.send(providerPage("PayPal", facts, OUTCOMES));
const over = (response: Response) => void response.status(410).send(providerPage("PayPal", ["This is over"], {}));

function back(response: Response, address: string, names: Readonly<Record<string, string>>): void {
  const url = new URL(address);
  for (const [name, value] of Object.entries(names)) url.searchParams.set(name, value);
  response.redirect(303, url.href);
}

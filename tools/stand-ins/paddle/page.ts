import express, { type Request, type Response, type Router } from "express";
import { z } from "zod";
import { providerPage } from "../page";
import type { Transaction } from "./books";
import { dueOf } from "./views";
import { isUndecided, PAID, type PaddleWorld } from "./world";

const BUTTONS = {
  pay: "Pay",
  decline: "Be declined",
  challenge: "Pay with a 3-D Secure challenge",
  pending: "Pay with money that comes later",
  other_amount: "Pay half of it, with a discount code",
  cancel: "Cancel",
};
const CHALLENGE = { challenge_pass: "Approve at the bank", challenge_fail: "Fail at the bank" };

const OUTCOMES = {
  ...{ pay: PAID, other_amount: PAID, challenge_pass: PAID },
  decline: { status: "error", error_code: "declined" },
  challenge: { status: "action_required", error_code: null },
  challenge_fail: { status: "error", error_code: "authentication_failed" },
  pending: { status: "pending_no_action_required", error_code: null },
} as const;
const chosen = z.object({ outcome: z.enum(["cancel", ...Object.keys(OUTCOMES)]) });
const isOutcome = (name: string): name is keyof typeof OUTCOMES => name in OUTCOMES;

/**
 * The pages at which a buyer pays: the merchant's own with Paddle.js, and a hosted checkout. In place of the scripts there is a form. The
 * merchant's page sends the buyer to where the transaction's own data says.
 */
export function pageRoutes(router: Router, world: PaddleWorld): void {
  const form = express.urlencoded({ extended: false });
  router.all("/pay", form, (request, response) => {
    const { _ptxn } = z.object({ _ptxn: z.string() }).parse(request.query);
    serve(request, response, world, _ptxn);
  });
  router.all("/checkout/:hosted", form, (request, response) => {
    const { transaction_id } = z.object({ transaction_id: z.string() }).parse(request.query);
    serve(request, response, world, transaction_id);
  });
  router.get("/subscriptions/:id/update-payment-method", (_request, response) => {
    response.send(providerPage("Paddle", ["Change how you pay"], {}));
  });
}

function serve(request: Request, response: Response, world: PaddleWorld, id: string): void {
  const open = world.books.transactions.get(id);
  if (open === undefined || (open.status !== "draft" && open.status !== "ready"))
    return void response.status(410).send(providerPage("Paddle", ["This is over"], {}));
  const { outcome } = request.method === "POST" ? chosen.parse(request.body) : { outcome: undefined };
  const next = outcome === undefined ? open : choose(world, open, outcome);
  if (typeof next === "string") return void response.redirect(303, next);
  const facts = [...next.lines.map(({ price }) => price.name), `${dueOf(next)} (smallest unit) ${next.currency_code}`];
  const asks = next.payments[0]?.status === "action_required";
  response.send(providerPage("Paddle", facts, asks ? CHALLENGE : isUndecided(next) ? {} : BUTTONS));
}

/** @returns where the buyer goes; a transaction: they stay at the page */
function choose(world: PaddleWorld, open: Transaction, outcome: string): Transaction | string {
  const { return_url = "/", cancel_url = "/" } = open.custom_data;
  if (!isOutcome(outcome)) return cancel_url;
  const discount = outcome === "other_amount" ? Math.floor(dueOf(open) / 2) : open.discount;
  const tried = world.tryToPay(filledIn(world, { ...open, discount }), OUTCOMES[outcome]);
  return tried.status === "completed" || outcome === "pending" ? return_url : tried;
}

/** The buyer has said who and where they are, as far as that was not known. */
function filledIn(world: PaddleWorld, open: Transaction): Transaction {
  if (open.status === "ready" || open.customer_id === null) return open;
  const { books } = world;
  const where = { customer_id: open.customer_id, country_code: "DE", postal_code: "10115" };
  const { id } = books.addresses.put({ id: books.newId("add"), ...where, created_at: books.time() });
  return world.makeReady({ ...open, address_id: id });
}

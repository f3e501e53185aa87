import { createHmac } from "node:crypto";
import express, { type Router } from "express";
import { z } from "zod";
import type { Act } from "../acts";
import { openBooks } from "../books";
import { providerPage } from "../page";
import { type StandIn, startStandIn } from "../server";
import { type Sign, Webhooks } from "../webhooks";
import { stripeApi } from "./api";
import { buttonsOf, buyersChoice, choose, expire, sessionNow, settle, shown } from "./buyer";
import { dispute, refund } from "./money-back";
import { Objects, TABLES } from "./objects";
import type { Ring } from "./payments";
import { anyObject, charge, type Session } from "./shapes";
import { renew } from "./subscriptions";

export interface StripeStandInOptions {
  readonly port?: number;
  /** ":memory:" or a file. */
  readonly books?: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where webhooks go; undefined: they are only written down. */
  readonly webhookUrl?: string | undefined;
  readonly now?: () => number;
}

/** Stripe as far as our driver goes, in the shape of the version that the driver pins; on loopback, for tests and demonstrations. */
export function startStripe({ now = Date.now, ...options }: StripeStandInOptions): Promise<StandIn> {
  const books = openBooks(TABLES, options.books);
  const webhooks = new Webhooks(books, signer(options.webhookSecret, now), options.webhookUrl);
  const objects = new Objects(books, now);
  const ring: Ring = (type, object) => {
    const id = objects.newId("evt");
    const facts = { object: "event", api_version: "2024-06-20", created: objects.seconds, livemode: false };
    webhooks.add(id, type, { id, ...facts, type, pending_webhooks: 1, request: null, data: { object: shown(object) } });
  };
  return startStandIn({
    books,
    webhooks,
    port: options.port,
    api: ["/v1"],
    keyHeader: "idempotency-key",
    now,
    routes: (origin) => routes(objects, ring, options.secretKey, origin),
    act: (act) => happen(objects, ring, act),
  });
}

const signer =
  (secret: string, now: () => number): Sign =>
  (body) => {
    const time = Math.floor(now() / 1000);
    const v1 = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    return { "stripe-signature": `t=${time},v1=${v1},v0=${"0".repeat(64)}` };
  };

function routes(objects: Objects, ring: Ring, secretKey: string, origin: () => string): Router {
  const router = express.Router();
  router.use("/v1", stripeApi({ objects, ring, secretKey, origin }));
  router.get("/pay/:id", (request, response) => {
    const open = sessionNow(objects, ring, request.params.id);
    const facts = [
      ...open._items.map(({ name }) => name),
      `${open.amount_total} (smallest unit) ${open.currency}`,
      open.status,
    ];
    response.send(providerPage("Stripe", facts, buttonsOf(objects, open)));
  });
  router.post("/pay/:id", express.urlencoded(), (request, response) => {
    const open = sessionNow(objects, ring, request.params.id);
    const next = choose(objects, ring, open, buyersChoice.parse(request.body).outcome);
    response.redirect(303, next ?? `/pay/${open.id}`);
  });
  router.get("/portal/:id", (_request, response) => {
    response.send(providerPage("Stripe", ["Change how you pay"], {}));
  });
  return router;
}

function happen(objects: Objects, ring: Ring, act: Act): void {
  if (act.act === "renew") renew(objects, ring, act.subscription, act.outcome === "paid");
  else happenToPayment(objects, ring, act);
}

function happenToPayment(objects: Objects, ring: Ring, act: Exclude<Act, { act: "renew" }>): void {
  const session = sessionNow(objects, ring, act.payment);
  if (act.act === "settle") settle(objects, ring, session, act.outcome === "paid");
  else if (act.act !== "expire") moneyBack(objects, ring, session, act);
  else if (session.status === "open") expire(objects, ring, session);
}

function moneyBack(objects: Objects, ring: Ring, { payment_intent, invoice }: Session, act: MoneyAct): void {
  const intentId = payment_intent ?? objects.get(paidInvoice, String(invoice)).payment_intent;
  const taken = objects.get(charge, objects.get(takenIntent, intentId).latest_charge);
  if (act.act === "dispute") dispute(objects, ring, taken, act.state);
  else refund(objects, ring, { charge: taken.id, amount: act.amount && Math.round(act.amount * 100), metadata: {} });
}

type MoneyAct = Extract<Act, { act: "dispute" | "refund" }>;
const paidInvoice = anyObject.extend({ payment_intent: z.string() });
const takenIntent = anyObject.extend({ latest_charge: z.string() });

import { createSign } from "node:crypto";
import { crc32 } from "node:zlib";
import express, { type RequestHandler, type Router } from "express";
import type { Act } from "../acts";
import { type StandIn, startStandIn } from "../server";
import { Webhooks } from "../webhooks";
import { idOf } from "./answers";
import { type Capture, PayPalBooks } from "./books";
import { selfSigned, signingKeys } from "./certificate";
import { orderRoutes } from "./orders";
import { pageRoutes } from "./pages";
import { paymentRoutes } from "./payments";
import { renew } from "./renewals";
import { reportingRoutes } from "./reporting";
import { planOf, subscriptionRoutes } from "./subscriptions";
import { PayPalWorld } from "./world";

export interface PayPalStandInSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly now?: (() => number) | undefined;
  readonly port?: number | undefined;
  /** Of its books; undefined: in memory. */
  readonly file?: string | undefined;
  readonly webhookUrl?: string | undefined;
}

const CERTIFICATE = "/v1/notifications/certs/CERT-of-the-stand-in";

/** PayPal on loopback: tokens, orders, captures, refunds, plans, subscriptions, disputes, its pages and its signed webhooks. */
export async function startPayPal(settings: PayPalStandInSettings): Promise<StandIn> {
  const { now = Date.now, file, port, webhookId, webhookUrl } = settings;
  const books = new PayPalBooks(now, file);
  let origin = () => "";
  const sign = (body: string) => signed(body, webhookId, books.time(), origin());
  const webhooks = new Webhooks(books.books, sign, webhookUrl);
  const world = new PayPalWorld(
    books,
    () => webhooks,
    () => origin(),
  );
  const routes = (listening: () => string): Router => {
    origin = listening;
    return apiOf(settings, world);
  };
  const act = (what: Act) => happen(what, world);
  return startStandIn({
    books: books.books,
    webhooks,
    port,
    api: ["/v1", "/v2"],
    keyHeader: "paypal-request-id",
    now,
    routes,
    act,
  });
}

function apiOf(settings: PayPalStandInSettings, world: PayPalWorld): Router {
  const router = express.Router();
  router.post("/v1/oauth2/token", (request, response) => {
    const known = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64");
    if (request.get("authorization") !== `Basic ${known}`)
      return void response.status(401).json({ error: "invalid_client" });
    const { id } = world.books.tokens.put({ id: `A21AA${idOf(40)}`, until: world.books.now() + 32_400_000 });
    response.json({
      scope: "",
      access_token: id,
      token_type: "Bearer",
      app_id: "APP-1",
      expires_in: 32_400,
      nonce: "1",
    });
  });
  router.get(CERTIFICATE, (_request, response) => void response.type("text").send(selfSigned(world.books.now())));
  pageRoutes(router, world);
  router.use(["/v1", "/v2"], knownToken(world), express.json());
  orderRoutes(router, world);
  paymentRoutes(router, world);
  reportingRoutes(router, world);
  subscriptionRoutes(router, world);
  return router;
}

function knownToken({ books }: PayPalWorld): RequestHandler {
  return (request, response, next) => {
    const token = books.tokens.get(request.get("authorization")?.replace("Bearer ", "") ?? "");
    if (token !== undefined && token.until > books.now()) return next();
    response.status(401).json({ error: "invalid_token", error_description: "Token signature verification failed" });
  };
}

function signed(body: string, webhookId: string, time: string, origin: string) {
  const id = idOf(36).toLowerCase();
  const text = `${id}|${time}|${webhookId}|${crc32(Buffer.from(body))}`;
  return {
    "paypal-transmission-id": id,
    "paypal-transmission-time": time,
    "paypal-transmission-sig": createSign("sha256").update(text).sign(signingKeys().privateKey, "base64"),
    "paypal-cert-url": `${origin}${CERTIFICATE}`,
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-auth-version": "v2",
  };
}

function happen(act: Act, world: PayPalWorld): void {
  const { orders, subscriptions, captures } = world.books;
  const subscription = subscriptions.get(act.act === "renew" ? act.subscription : act.payment);
  if (act.act === "renew") {
    if (subscription !== undefined) renew(subscription, planOf(subscription, world), act.outcome, world);
    return;
  }
  const order = orders.get(act.payment);
  const [capture] = [...captures.all("order", act.payment), ...captures.all("subscription", act.payment)];
  if (capture !== undefined) befall(capture, act, world);
  else if (order !== undefined && act.act === "settle")
    orders.put({ ...order, funding: act.outcome === "paid" ? "ok" : "declined" });
  if (order !== undefined && act.act === "expire") orders.put({ ...order, status: "GONE" });
  if (subscription !== undefined && act.act === "expire") subscriptions.put({ ...subscription, status: "EXPIRED" });
}

function befall(capture: Capture, act: Act, world: PayPalWorld): void {
  if (act.act === "settle") world.settle(capture, act.outcome === "paid" ? "COMPLETED" : "DECLINED");
  if (act.act === "refund") world.refund(capture, act.amount?.toFixed(2));
  if (act.act === "dispute") world.dispute(capture, act.state);
}

import { createHmac } from "node:crypto";
import express from "express";
import type { Act } from "../acts";
import { type StandIn, startStandIn } from "../server";
import { type Sign, Webhooks } from "../webhooks";
import { decide, dispute, refundByHand } from "./adjustments";
import { paddleApi } from "./api";
import { type Adjustment, got, PaddleBooks, type Transaction } from "./books";
import { pageRoutes } from "./page";
import { isUndecided, PAID, PaddleWorld } from "./world";

export interface PaddleStandInSettings {
  readonly apiKey: string;
  readonly webhookSecret: string;
  /** Paddle decides about most refunds of live accounts itself, some time later: `settle` does that. */
  readonly refundsAre?: Adjustment["status"] | undefined;
  readonly now?: (() => number) | undefined;
  readonly port?: number | undefined;
  /** Of its books; undefined: in memory. */
  readonly file?: string | undefined;
  readonly webhookUrl?: string | undefined;
}

const API = ["/transactions", "/customers", "/subscriptions", "/adjustments"];

/** Paddle Billing on loopback: transactions, customers, adjustments, subscriptions, the pages to pay at and its signed webhooks. */
export async function startPaddle({ now = Date.now, ...settings }: PaddleStandInSettings): Promise<StandIn> {
  const { apiKey, webhookSecret, refundsAre = "approved", file, port, webhookUrl } = settings;
  const books = new PaddleBooks(now, file);
  let origin = () => "";
  const webhooks = new Webhooks(books.books, signer(webhookSecret, now), webhookUrl);
  const world = new PaddleWorld(
    books,
    () => webhooks,
    () => origin(),
  );
  return startStandIn({
    books: books.books,
    webhooks,
    port,
    api: API,
    // Paddle has no keys: nothing is sent by this name.
    keyHeader: "idempotency-key",
    now,
    routes: (listening) => {
      origin = listening;
      const router = express.Router();
      pageRoutes(router, world);
      return router.use(paddleApi({ apiKey, refundsAre }, world));
    },
    act: (act) => happen(act, world),
  });
}

const signer =
  (secret: string, now: () => number): Sign =>
  (body) => {
    const time = Math.floor(now() / 1000);
    const h1 = createHmac("sha256", secret).update(`${time}:${body}`).digest("hex");
    return { "paddle-signature": `ts=${time};h1=${h1}` };
  };

function happen(act: Act, world: PaddleWorld): void {
  if (act.act === "renew") world.renew(got(world.books.subscriptions, act.subscription), act.outcome);
  else happenTo(got(world.books.transactions, act.payment), act, world);
}

function happenTo(transaction: Transaction, act: Exclude<Act, { act: "renew" }>, world: PaddleWorld): void {
  if (act.act === "dispute") dispute(world, transaction, act.state);
  if (act.act === "refund") refundByHand(world, transaction, act.amount && Math.round(act.amount * 100));
  if (act.act === "settle") settle(world, transaction, act.outcome === "paid");
  // Nothing at Paddle expires: it is the merchant's hand that ends it.
  if (act.act === "expire" && transaction.status !== "completed")
    world.save({ ...transaction, status: "canceled" }, "canceled");
}

function settle(world: PaddleWorld, transaction: Transaction, isPaid: boolean): void {
  if (decide(world, transaction, isPaid) || !isUndecided(transaction)) return;
  world.tryToPay(transaction, isPaid ? PAID : { status: "error", error_code: "declined" });
}

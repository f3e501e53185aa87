import { sql } from "kysely";
import { type Db, openDatabase } from "../../../payments/store/database";
import { until } from "../../fleet/until";
import { listen } from "../doubles/listen";
import { type Copies, fillOrders } from "../doubles/many-orders";
import { AlwaysPaid } from "./always-paid";
import { Client } from "./client";
import { type Engine, type Measured, SITE, STRIPE_SECRET, startMeasured } from "./payments-process";
import { buyAll, openOrder, type Shop } from "./purchase";

/** Of a hundred orders so many are never paid. */
const PAID = 12;
const UNPAID = 4;

/** A shop on one database: payments that can be started again, a provider, and the operator's server. */
export class BenchShop {
  readonly #stripe = new AlwaysPaid(STRIPE_SECRET);
  #events = 0;
  #payments: Measured | undefined;
  #api: Client | undefined;
  #addresses: Promise<{ stripe: string; entitlements: string }> | undefined;

  constructor(readonly engine: Engine) {}

  /** The group of the payments' processes. */
  get group(): number {
    return this.#payments?.pid ?? Number.NaN;
  }

  async start(): Promise<void> {
    this.#addresses ??= this.#listen();
    this.#payments = await startMeasured(this.engine, await this.#addresses);
    this.#api = new Client(this.#payments.origin);
  }

  async stop(): Promise<void> {
    this.#api?.close();
    await this.#payments?.stop();
  }

  /** So many buyers, some at once. @returns the seconds until the last had bought, when all is told to the operator */
  async sell(purchases: number, atOnce: number): Promise<number> {
    const told = this.#events + purchases;
    const began = performance.now();
    let begun = 0;
    const buyer = async () => {
      while (begun++ < purchases) await buyAll(this.#shop());
    };
    await Promise.all(Array.from({ length: atOnce }, buyer));
    const seconds = (performance.now() - began) / 1000;
    await until("the operator was told of every purchase", () => this.#events >= told);
    return seconds;
  }

  /** The first orders, of which all others are copies: paid ones, and some that nobody has paid. */
  async sellFirst(): Promise<string[]> {
    await this.sell(PAID, 2);
    for (let made = 0; made < UNPAID; made += 1) await openOrder(this.#shop());
    return this.#inDatabase(async (db) => {
      await db.updateTable("orders").set({ expires_at: Date.now() }).where("state", "=", "paying").execute();
      const isWaiting = async () =>
        (await db.selectFrom("orders").select("id").where("state", "not in", ["done", "expired"]).execute()).length > 0;
      await until("unpaid orders are over", async () => !(await isWaiting()));
      const waits = async () =>
        (
          await db
            .selectFrom("attempts")
            .select("id")
            .where("state", "=", "abandoned")
            .where("closed_at", "is", null)
            .execute()
        ).length > 0;
      await until("their pages are closed", async () => !(await waits()));
      const rings = async () =>
        (await db.selectFrom("hook_events").select("event_id").where("state", "=", "waiting").execute()).length > 0;
      await until("what rang was asked about", async () => !(await rings()));
      return (await db.selectFrom("orders").select("id").execute()).map(({ id }) => id);
    });
  }

  /** While payments are stopped. */
  fill(originals: readonly string[], copies: Copies): Promise<void> {
    return this.#inDatabase(async (db) => {
      await fillOrders(db, originals, copies);
      if (this.engine.name === "PostgreSQL") await sql`vacuum analyze`.execute(db);
    });
  }

  #shop(): Shop {
    if (this.#api === undefined) throw new Error("Payments are not started");
    return { api: this.#api, stripe: this.#stripe, site: SITE };
  }

  async #listen() {
    const stripe = await listen(this.#stripe.listener);
    const entitlements = await listen((request, response) => {
      this.#events += 1;
      request.resume().once("end", () => response.writeHead(204).end());
    });
    return { stripe, entitlements };
  }

  async #inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { engine } = this;
    const log = { info() {}, warn() {}, error() {} };
    const shared = engine.name === "PostgreSQL" ? { url: engine.url, log } : undefined;
    const db = await openDatabase(engine.folder, shared);
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }
}

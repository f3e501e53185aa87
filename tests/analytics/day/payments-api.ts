import { sql } from "kysely";
import { vi } from "vitest";
import type { EventBatch } from "~/analytics/event-call.server";
import { EventQueue } from "~/analytics/event-queue.server";
import { so } from "~/providers/so.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { analyticsEvents } from "~/upstream/contract/analytics";
import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { purchaseBody } from "~/upstream/contract/purchase-result";
import { eventRow } from "../../../payments/analytics/event-row";
import { storeEvents } from "../../../payments/analytics/store-events";
import { askResult } from "../../../payments/api/ask-result";
import { openPurchase } from "../../../payments/api/open-purchase";
import { inSale } from "../../../payments/catalogue/sale";
import type { Context } from "../../../payments/context";
import { linkSigner } from "../../../payments/links/signed-links";
import { refundOrder } from "../../../payments/orders/refund";
import { secretsIn } from "../../../payments/secrets";
import { openDatabase } from "../../../payments/store/database";
import { checkToken } from "../../../sandbox/bot-check/check-token";
import { catalogueNow } from "../../../sandbox/catalogue";
import { decideSession, outcomeForm } from "../../../sandbox/hosted/outcome";
import { paramsAt } from "../../../sandbox/providers/params";
import { tendAllSimulated } from "../../../sandbox/providers/reports/tend-simulated";
import { simulatedDrivers } from "../../../sandbox/providers/simulated-drivers";
import { readSandboxSettings, writeSandboxSettings } from "../../../sandbox/settings";
import { SANDBOX_DATABASE } from "../../../sandbox/tables";
import { SITE, temporaryFolder } from "../../sandbox/running-sandbox";
import type { Chance } from "./chance";

const API = "http://sandbox.test";

/** Answers to the events call that are lost, of 1, and calls about orders that fail. */
const LOST = 0.05;
const FAILING = 0.1;

export type PaymentsApi = Awaited<ReturnType<typeof openPaymentsApi>>;

/**
 * The sandbox without its server: its own code and SQLite, called in this process. The site's queue of events, and its provider "so",
 * reach it without HTTP until the test ends; calls fail and answers are lost by chance.
 */
export async function openPaymentsApi(chance: Chance) {
  const dataDir = await temporaryFolder();
  const db = await openDatabase(dataDir, undefined, SANDBOX_DATABASE);
  // No crash is simulated: nothing has to wait for the disk.
  await sql`pragma synchronous = off`.execute(db);
  const settings = { ...(await readSandboxSettings(db)), analytics_kept: 5_000_000 };
  await db.transaction().execute((tx) => writeSandboxSettings(tx, settings));
  const secrets = secretsIn(dataDir);
  const context: Context = {
    db,
    links: linkSigner(secrets.links),
    log: { info() {}, warn() {}, error() {} },
    secrets,
    now: () => Date.now(),
    stopping: new AbortController().signal,
    origin: () => API,
    siteOrigin: SITE,
    drivers: simulatedDrivers(db, () => Date.now()),
    checkBot: checkToken,
    countryOf: async () => undefined,
    defaultCountry: async () => undefined,
    catalogue: catalogueNow,
    params: () => paramsAt(API),
  };

  /** The calls under way. */
  let underWay = 0;
  let awayUntil = 0;
  /** The batch in which each event came, by event id: the site must not tell one twice. */
  const batches = new Map<string, string>();
  const repeated = new Set<string>();

  async function take({ key, userId, events }: EventBatch): Promise<"forwarded" | "outage"> {
    if (Date.now() < awayUntil) return "outage";
    underWay += 1;
    const body = analyticsEvents.body.parse({ user_id: userId, events });
    const rows = body.events.map((event) => eventRow(event, body.user_id));
    await db.transaction().execute((tx) => storeEvents(tx, rows));
    underWay -= 1;
    for (const { event_id } of rows) {
      if ((batches.get(event_id) ?? key) !== key) repeated.add(event_id);
      batches.set(event_id, key);
    }
    return chance.is(LOST) ? "outage" : "forwarded";
  }

  const locate = async (address: string) => ({ ip: address, country: "", country_code: "" });
  const queue = new EventQueue({ send: take, locate });
  const { add } = EventQueue.prototype;
  vi.spyOn(EventQueue.prototype, "add").mockImplementation((drafting) => add.call(queue, drafting));

  vi.spyOn(so, "open").mockImplementation(async ({ body, addresses, attempt }) => {
    const caller = { address: "", appType: 502, token: "", idempotencyKey: () => attempt };
    const read = purchaseBody.parse(body);
    const call = { provider: "so", body: read, addresses, caller } as const;
    const { attempt: opened, payAt: address = "" } = await openPurchase(context, call);
    return { orderId: opened.order_id, handOff: { kind: "link", address } };
  });

  vi.spyOn(so, "ask").mockImplementation(async (orderId) => {
    if (chance.is(FAILING)) throw new UpstreamError("unreachable", { path: soPurchaseResult.path, requestId: "r" });
    underWay += 1;
    const result = await askResult(context, orderId, { token: "" });
    underWay -= 1;
    return soPurchaseResult.answer.parse(result);
  });

  return {
    db,
    /** Takes no events for so long. */
    goAway: (ms: number) => {
      awayUntil = Date.now() + ms;
    },
    isBusy: () => underWay > 0,
    /** The buyer presses a button of the provider's page. */
    press: async (orderId: string, fields: { outcome: string; seconds?: number }) => {
      const attempts = db.selectFrom("attempts").selectAll().where("order_id", "=", orderId);
      const attempt = await attempts.orderBy("position", "desc").executeTakeFirstOrThrow();
      await decideSession(context, attempt, outcomeForm.parse(fields));
    },
    refund: (orderId: string) => inSale(context, (sale) => refundOrder(sale, orderId)),
    /** What the sandbox does twice a second: applies what is due to orders that nobody asks about. */
    tend: () => tendAllSimulated(context),
    /** The ids of events that the site has told in two batches. */
    reportedTwice: () => [...repeated],
    forgetBatches: () => batches.clear(),
  };
}

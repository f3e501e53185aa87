import { rm } from "node:fs/promises";
import pino from "pino";
import { onTestFinished } from "vitest";
import type { SubscriptionAction } from "~/upstream/contract/subscriptions";
import { planById } from "../../../payments/catalogue/catalogue";
import type { MoneyBack } from "../../../payments/catalogue/money-back";
import { soldText } from "../../../payments/catalogue/sold";
import type { Context } from "../../../payments/context";
import type { Abilities } from "../../../payments/drivers/driver";
import { linkSigner } from "../../../payments/links/signed-links";
import { syncOrder } from "../../../payments/orders/advance";
import { openAtProvider } from "../../../payments/orders/opening/open-at-provider";
import { openingOf } from "../../../payments/orders/opening/opening";
import { openingText } from "../../../payments/orders/opening/stored-opening";
import { recordEvent } from "../../../payments/orders/record";
import { secretsIn } from "../../../payments/secrets";
import type { Tx } from "../../../payments/store/database";
import { insertAttempt, insertOrder, loadOrder } from "../../../payments/store/orders";
import { changeSubscription } from "../../../payments/subscriptions/change";
import { stepWithProviders } from "../../../payments/subscriptions/provider/keep-in-step";
import type { SubscriptionRow } from "../../../payments/subscriptions/tables";
import { tendEverything } from "../../../payments/tend-everything";
import { SANDBOX_CATALOGUE } from "../../../sandbox/catalogue";
import { paramsAt } from "../../../sandbox/providers/params";
import { openDatabaseOf } from "../../sandbox/shared-database";
import { makeDataFolder } from "../../setup/data-folder";
import { MemoryProvider } from "./memory-provider";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const SITE = "https://shop.test";
const START = Date.parse("2026-03-02T12:00:00Z");

export interface Sale {
  orderId: string;
  attemptId: string;
  /** The provider's id of its subscription. */
  reference: string;
}

export interface Shop {
  context: Context;
  provider: MemoryProvider;
  pass(milliseconds: number): void;
  /** What runs beside the calls, until nothing more is due at once. */
  settle(): Promise<void>;
  /** An order, at the provider's page. */
  open(wanted?: Partial<Wanted>): Promise<Sale>;
  /** Its buyer pays there, and is back. */
  pay(sale: Sale): Promise<void>;
  buy(wanted?: Partial<Wanted>): Promise<Sale>;
  subscription(sale: Sale): Promise<SubscriptionRow>;
  /** Its renewals: period, amount and state. */
  charges(sale: Sale): Promise<string[]>;
  /** The end of what was granted. */
  grantEnd(sale: Sale): Promise<number>;
  change(sale: Sale, action: SubscriptionAction): Promise<string>;
  /** The kinds of the letters about an order. */
  letters(sale: Sale): Promise<string[]>;
  orders(sale: Sale): Promise<string[]>;
}

interface Wanted {
  /** Of the sandbox's catalogue. */
  plan: string;
  email: string;
  trialDays: number | null;
  amount: number;
}

interface Variant {
  resume?: Abilities["resume"];
  /** What the brand guarantees, if not what the sandbox's does. */
  moneyBack?: MoneyBack;
}

/** The payments API's core with a provider in memory and a clock that only a test moves; it ends with the test. */
export async function openShop({ resume, moneyBack }: Variant = {}): Promise<Shop> {
  const dataDir = makeDataFolder("subscriptions-");
  const db = await openDatabaseOf(dataDir);
  onTestFinished(async () => {
    await db.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });
  let at = START;
  const now = () => at;
  const provider = new MemoryProvider(now);
  const secrets = secretsIn(dataDir);
  const context: Context = {
    db,
    secrets,
    now,
    stopping: new AbortController().signal,
    links: linkSigner(secrets.links),
    log: pino({ level: "silent" }),
    origin: () => "https://pay.shop.test",
    siteOrigin: SITE,
    drivers: new Map([["so", provider.driver(resume)]]),
    checkBot: async () => async () => undefined,
    countryOf: async () => undefined,
    defaultCountry: async () => undefined,
    catalogue: async () => ({ ...SANDBOX_CATALOGUE, ...(moneyBack && { moneyBack }) }),
    params: () => paramsAt("https://pay.shop.test"),
  };
  return {
    context,
    provider,
    pass: (milliseconds) => {
      at += milliseconds;
    },
    ...readsOf(context),
    ...actsOf(context, provider),
  };
}

function readsOf({ db }: Context) {
  const subscription = ({ orderId }: Sale): Promise<SubscriptionRow> =>
    db.selectFrom("subscriptions").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();
  return {
    subscription,
    charges: async (sale: Sale) => {
      const { id } = await subscription(sale);
      const rows = await db
        .selectFrom("subscription_charges")
        .selectAll()
        .where("subscription_id", "=", id)
        .orderBy("period")
        .execute();
      return rows.map(({ period, amount, state }) => `${period} ${amount} ${state}`);
    },
    grantEnd: async ({ orderId }: Sale) => {
      const { ends_at } = await db
        .selectFrom("grants")
        .select("ends_at")
        .where("order_id", "=", orderId)
        .executeTakeFirstOrThrow();
      return ends_at;
    },
    letters: async ({ orderId }: Sale) => {
      const rows = await db
        .selectFrom("order_letters")
        .select("kind")
        .where("order_id", "=", orderId)
        .orderBy("id")
        .execute();
      return rows.map(({ kind }) => kind);
    },
    orders: async (sale: Sale) => {
      const { id } = await subscription(sale);
      const rows = await db
        .selectFrom("subscription_orders")
        .select(["what", "state"])
        .where("subscription_id", "=", id)
        .orderBy("seq")
        .execute();
      return rows.map(({ what, state }) => `${what} ${state}`);
    },
  };
}

function actsOf(context: Context, provider: MemoryProvider) {
  const { db } = context;
  let sold = 0;
  const open = async (wanted: Partial<Wanted> = {}): Promise<Sale> => {
    sold += 1;
    const { orderId, attemptId } = await openSale(context, sold, wanted);
    return { orderId, attemptId, reference: `s_${attemptId}` };
  };
  const pay = async ({ orderId, attemptId }: Sale): Promise<void> => {
    provider.pay(attemptId);
    await syncOrder(context, orderId);
  };
  return {
    settle: async () => {
      await tendEverything(context);
      await stepWithProviders(context);
      await tendEverything(context);
    },
    open,
    pay,
    buy: async (wanted: Partial<Wanted> = {}) => {
      const sale = await open(wanted);
      await pay(sale);
      return sale;
    },
    change: async ({ orderId }: Sale, action: SubscriptionAction) =>
      db.transaction().execute(async (tx) => {
        const { id } = await tx
          .selectFrom("subscriptions")
          .select("id")
          .where("order_id", "=", orderId)
          .executeTakeFirstOrThrow();
        const { email } = await tx
          .selectFrom("orders")
          .select("email")
          .where("id", "=", orderId)
          .executeTakeFirstOrThrow();
        const scope = { kind: "order", orderId, userId: null, email } as const;
        const key = crypto.randomUUID();
        return (await changeSubscription(context, tx, { scope, subscriptionId: id, action, key })).kind;
      }),
  };
}

/** An order with one attempt, opened at the provider. */
async function openSale(context: Context, count: number, wanted: Partial<Wanted>) {
  const { plan = "monthly", email = `buyer${count}@example.com`, trialDays = null, amount = 11.99 } = wanted;
  const ids = { orderId: `ord_${count}`, attemptId: `att_${count}` };
  const attempt = await context.db.transaction().execute(async (tx) => {
    await insertOrder(tx, { ...orderRow(ids.orderId, email, context.now()), plan_id: plan });
    await addAttempt(context, tx, ids, { trialDays, amount });
    return tx.selectFrom("attempts").selectAll().where("id", "=", ids.attemptId).executeTakeFirstOrThrow();
  });
  await openAtProvider(context, attempt, true);
  return ids;
}

type Named = { orderId: string; attemptId: string };

async function addAttempt(
  context: Context,
  tx: Tx,
  { orderId, attemptId }: Named,
  { trialDays, amount }: { trialDays: number | null; amount: number },
): Promise<void> {
  const now = context.now();
  const catalogue = await context.catalogue(tx);
  const stored = await loadOrder(tx, orderId);
  const plan = planById(catalogue, stored?.row.plan_id ?? "");
  if (!stored || !plan) throw new Error("nothing to sell");
  const price = { amount, currency: "USD" };
  const addresses = { returnUrl: SITE, cancelUrl: SITE };
  const facts = {
    attemptId,
    catalogue,
    order: stored.row,
    ...addresses,
    language: "en",
    now,
  };
  const opening = openingOf(facts, { plan, price, trialDays, renewalAmount: 11.99, coupon: undefined });
  await insertAttempt(tx, {
    id: attemptId,
    order_id: orderId,
    position: 1,
    state: "created",
    bucket: null,
    ...price,
    coupon_id: null,
    hold: null,
    session: `session_${attemptId}`,
    return_url: `${SITE}/paysuc`,
    cancel_url: SITE,
    created_at: now,
    provider: "so",
    reference: attemptId,
    trial_days: trialDays,
    renewal_amount: 11.99,
    sold: soldText(catalogue, plan, "US", undefined),
    opening: openingText(opening),
  });
  const event = { type: "attempt_started", attemptId, price, hasCoupon: false } as const;
  await recordEvent(tx, stored, event, now);
}

const orderRow = (id: string, email: string, now: number) => ({
  id,
  state: "open" as const,
  grant_state: "none" as const,
  plan_id: "monthly",
  email,
  mailbox: email,
  user_id: null,
  browser: null,
  country_code: "US",
  attribution: null,
  front_id: null,
  language: "en",
  time_zone: null,
  terms_version: null,
  network_country: null,
  app_type: null,
  created_at: now,
  expires_at: now + 30 * MINUTE,
});

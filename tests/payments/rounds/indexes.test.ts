import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from "kysely";
import { expect, it } from "vitest";
import { bookLines } from "../../../payments/books/lines";
import type { Context } from "../../../payments/context";
import { tellOperator } from "../../../payments/entitlements/keep-telling";
import { forgetHooks, ringingDrivers, workHooks } from "../../../payments/hooks/queue";
import { mailRound } from "../../../payments/mail/outbox";
import type { RoundName } from "../../../payments/metrics/counters";
import { unknownPayments } from "../../../payments/operator/for-a-person/money";
import { syncOrder } from "../../../payments/orders/advance";
import { noteStorePayments } from "../../../payments/orders/reports/store-payments";
import { askUnrung, unheardDrivers } from "../../../payments/reconcile/ask-unrung";
import { compareDue } from "../../../payments/reconcile/keep-comparing";
import { giveBackDue } from "../../../payments/refunds/outbox";
import type { Db } from "../../../payments/store/database";
import { reportRound } from "../../../payments/store-reports/keep-reporting";
import { warnOfDue } from "../../../payments/store-reports/queue";
import { stepWithProviders } from "../../../payments/subscriptions/provider/keep-in-step";
import { tendEverything } from "../../../payments/tend-everything";
import { DAY, openShop } from "../subscriptions/shop";

/** A database that notes which queries are made of it. */
function watched(db: Db) {
  const seen: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(plugin), seen };
}

/** A sale that an app store is told of: without one nobody looks for renewals. */
async function soldToAnApp(db: Db, orderId: string): Promise<void> {
  const token = { id: "token", store: "apple", origin: "site", created_at: 0, arrived_at: 0 } as const;
  await db.insertInto("store_tokens").values(token).execute();
  const noted = { noted_at: 0, due_at: 0, next_try_at: 0, state: "waiting" } as const;
  await db
    .insertInto("store_reports")
    .values({ event: `sale:${orderId}`, token_id: "token", store: "apple", kind: "sale", order_id: orderId, ...noted })
    .execute();
}

/** How SQLite would go about a query, a line for each table. */
async function planOf(db: Db, node: RootOperationNode): Promise<string[]> {
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, { queryId: "plan" });
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  return rows.map(({ detail }) => `${detail}   of   ${text}`);
}

/** Indexes that have only what is to be done: to go through them is to do it. */
async function indexesOfWork(db: Db): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from sqlite_master where type = 'index' and sql like '% where %'`.execute(db);
  return found.rows.map(({ name }) => name);
}

const NO_BOOKS = {
  lagMs: 0,
  movements: async function* () {
    yield [];
  },
  find: async () => [],
};

const carrier = { hand: async () => ({ kind: "sent" }) as const, close: () => {} };

/** Each round that there is, as it runs. */
const ROUNDS: Readonly<Record<RoundName, (context: Context) => Promise<unknown>>> = {
  orders: tendEverything,
  webhooks: async (context) => {
    await workHooks(context, "so");
    await ringingDrivers(context);
    await forgetHooks(context);
  },
  unheard: async (context) => {
    await askUnrung(context, "so");
    await unheardDrivers(context);
  },
  subscriptions: stepWithProviders,
  refunds: giveBackDue,
  entitlements: (context) => tellOperator({ ...context, post: async () => ({ kind: "sent" }) }),
  mail: async (context) => {
    await mailRound(context, carrier);
    await mailRound(context, undefined);
  },
  store_reports: (context) =>
    reportRound({ ...context, reporters: {}, notePayments: () => noteStorePayments(context) }),
  reconciliation: async (context) => {
    const drivers = new Map([...context.drivers].map(([code, driver]) => [code, { ...driver, books: NO_BOOKS }]));
    await compareDue({ ...context, drivers });
    await compareDue({ ...context, drivers, now: () => context.now() + 2 * DAY });
  },
};

/** They have a few rows, or none, however many orders there are. */
const SMALL = ["settings", "entitlement_queue", "store_reports", "store_tokens"];

async function scansIn(db: Db, plans: readonly string[]): Promise<string[]> {
  const ofWork = await indexesOfWork(db);
  return plans.filter((line) => {
    const [, table = "", index = ""] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(line) ?? [];
    return table !== "" && !SMALL.includes(table) && !ofWork.includes(index);
  });
}

it("no round looks at every order, subscription or event there ever was", async () => {
  const { context, buy } = await openShop();
  await buy();
  const { db, seen } = watched(context.db);
  const watching = { ...context, db };
  for (const round of Object.values(ROUNDS)) await round(watching);
  const plans = (await Promise.all(seen.map((node) => planOf(context.db, node)))).flat();
  expect(plans.length).toBeGreaterThan(20);
  expect(await scansIn(context.db, plans)).toEqual([]);
});

it("a purchase asks for what is of its order or its buyer, and never for all that was ever bought", async () => {
  const { context, provider, open } = await openShop();
  const { orderId, attemptId } = await open();
  provider.pay(attemptId);
  const { db, seen } = watched(context.db);
  const watching = { ...context, db };
  expect(await syncOrder(watching, orderId)).toMatchObject({ order: { grant: "given" } });
  await syncOrder(watching, orderId);
  await ROUNDS.entitlements(watching);
  const plans = (await Promise.all(seen.map((node) => planOf(context.db, node)))).flat();
  expect(plans.length).toBeGreaterThan(40);
  expect(await scansIn(context.db, plans)).toEqual([]);
  expect(plans.filter((line) => /^SEARCH (orders|subscriptions) USING .*\(state=\?/.test(line))).toEqual([]);
});

it("whom to ask is found without a look at what there is to be asked", async () => {
  const { context } = await openShop();
  const { db, seen } = watched(context.db);
  await unheardDrivers({ ...context, db });
  const plans = (await Promise.all(seen.map((node) => planOf(context.db, node)))).flat();
  expect(plans[0]).toContain("USING COVERING INDEX attempts_to_ask (next_ask_at<?)");
});

it("what went back, what is to be reported soon and what nobody knows is found by indexes that have only that", async () => {
  const { context, buy } = await openShop();
  await soldToAnApp(context.db, (await buy()).orderId);
  const { db, seen } = watched(context.db);
  await noteStorePayments({ ...context, db });
  await warnOfDue({ ...context, db });
  await unknownPayments(db, context.now());
  const plans = (await Promise.all(seen.map((node) => planOf(context.db, node)))).flat();
  const used = plans.flatMap((line) => /INDEX ([a-z_]+)/.exec(line)?.slice(1) ?? []);
  const wanted = ["charges_given_back", "store_reports_to_warn", "attempts_not_known", "attempts_to_ask"];
  expect(used).toEqual(expect.arrayContaining(wanted));
  expect(plans.filter((line) => /^SCAN (attempts|charge|store_reports)(?! USING)/.test(line))).toEqual([]);
});

it("the books of a time look at what moved in it, and at nothing else", async () => {
  const { context, buy } = await openShop();
  await buy();
  const { db, seen } = watched(context.db);
  const kinds: string[] = [];
  for await (const lines of bookLines(db, { from: 0, to: context.now() + DAY }))
    kinds.push(...lines.map(({ kind }) => kind));
  expect(kinds).toEqual(["payment"]);
  const plans = (await Promise.all(seen.map((node) => planOf(context.db, node)))).flat();
  const used = plans.flatMap((line) => /^SEARCH .* INDEX ([a-z_]+)/.exec(line)?.slice(1) ?? []);
  const byTime = ["captures_by_time", "charges_by_time", "invoices_of_nothing", "credit_notes_by_time"];
  expect(used).toEqual(expect.arrayContaining(byTime));
  // The first of an index are no scan.
  expect(plans.filter((line) => line.startsWith("SCAN") && !/USING COVERING INDEX .* limit \?$/.test(line))).toEqual(
    [],
  );
});

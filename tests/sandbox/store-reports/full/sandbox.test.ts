import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { z } from "zod";
import { type StoreToken, storeTokens } from "~/upstream/contract/store-tokens";
import { ask } from "../../../../tools/contract/client";
import { paid, paidOrder } from "../../paid";
import { type Running, runningSandbox } from "../../running-sandbox";
import { control, only, subscriber } from "../../subscriber";
import { BUNDLE } from "../keys";
import { storesOnLoopback } from "../loopback";

/** The hour of the sandbox, which stores and sandbox share. */
async function sandboxWithStores() {
  let skipped = 0;
  const now = () => Date.now() + skipped;
  const stores = await storesOnLoopback(now);
  const target = await runningSandbox({ storeReports: stores.settings, now });
  const pass = (seconds: number) => {
    skipped += seconds * 1_000;
  };
  return { ...stores, target, pass };
}

type Stores = Awaited<ReturnType<typeof storesOnLoopback>>;

function appleToken({ apple }: Pick<Stores, "apple">, id: string = randomUUID()): StoreToken {
  apple.tokens.set(id, { isOfLink: false });
  const said = { appAppleId: 1, bundleId: BUNDLE, tokenCreationDate: Date.now(), externalPurchaseId: id };
  const token = Buffer.from(JSON.stringify(said)).toString("base64url");
  return { store: "apple", token, storefront: "DE", programme: "eu_dma", link: "button" };
}

function googleToken({ google }: Pick<Stores, "google">): StoreToken {
  const token: string = randomUUID();
  google.tokens.add(token);
  return { store: "google", token, storefront: "US", programme: "us_link" };
}

const itemsOf = ({ apple }: Pick<Stores, "apple">) => [...apple.items.values()];
const statusesOf = ({ apple }: Pick<Stores, "apple">) => [...apple.reports.values()].map(({ status }) => status);

const books = z.object({
  tokens: z.array(
    z.object({
      standing: z.string(),
      reports: z.array(
        z.object({
          seq: z.number(),
          event: z.string(),
          kind: z.string(),
          state: z.string(),
          problem: z.string().nullable(),
          fee_percent: z.string().nullable(),
          fee_amount: z.string().nullable(),
        }),
      ),
    }),
  ),
});

async function booksOf({ base }: Running) {
  const response = await fetch(`${base}/control/store-reports.json`);
  return books.parse(await response.json()).tokens;
}

const press = async ({ base }: Running, step: string, fields: Record<string, string>): Promise<number> => {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${base}/control/store-reports/${step}`, { method: "POST", redirect: "manual", body });
  return response.status;
};

const refund = ({ base }: Running, orderId: string) =>
  fetch(`${base}/control/orders/${orderId}/refund`, { method: "POST", redirect: "manual" });

it("a sale, its renewal and their refunds are reported to Apple, with what it takes of them", async () => {
  const { target, ...stores } = await sandboxWithStores();
  stores.moods.push("says wait", "loses the answer");
  const german = { plan_id: "monthly", country_code: "DE", amount: 11.99, currency: "EUR" };
  const owner = await subscriber(target, { ...german, store_token: appleToken(stores) });
  expect(await control(target, owner.id, "renew")).toBe(200);
  const passing = () => {
    stores.pass(10);
    return itemsOf(stores);
  };
  await expect.poll(passing).toHaveLength(2);
  await refund(target, owner.orderId);
  await expect.poll(() => itemsOf(stores)).toHaveLength(4);
  const [sale, renewal, ...refunds] = itemsOf(stores);
  expect(sale).toMatchObject({
    productIdentifier: "monthly",
    subscriptionEvent: "SUBSCRIPTION_START",
    taxCountry: "DEU",
    amountTaxInclusive: 11_990,
    taxAmount: 1_910,
    netAmountTaxExclusive: 10_080,
  });
  expect(renewal).toMatchObject({ subscriptionEvent: "RENEWAL", referenceLineItemId: sale?.lineItemId });
  expect(refunds.map((one) => [one.eventType, one.netAmountTaxExclusive])).toEqual([
    ["REFUND", 0],
    ["REFUND", 0],
  ]);
  expect(stores.apple.mistakes).toEqual([]);
  const [token] = await booksOf(target);
  expect(token?.standing).toBe("with a sale");
  expect(token?.reports[0]).toMatchObject({
    fee_percent: "20",
    fee_amount: "2.02",
  });
});

it("a sale and its refund are reported to Google, also where the answer to the refund is lost", async () => {
  const { target, ...stores } = await sandboxWithStores();
  const order = await paidOrder(target, { plan_id: "monthly", store_token: googleToken(stores) });
  await expect.poll(() => stores.google.transactions.size).toBe(1);
  const [transaction] = [...stores.google.transactions.values()];
  expect(transaction).toMatchObject({ externalContentLinkDetails: {}, userTaxAddress: { regionCode: "US" } });
  stores.moods.push("loses the answer");
  await refund(target, order.orderId);
  await expect.poll(() => transaction?.left).toBe(0n);
  const passing = () => {
    stores.pass(10);
    return booksOf(target);
  };
  await expect
    .poll(async () => (await passing())[0]?.reports.map(({ state }) => state))
    .toEqual(["reported", "reported"]);
  expect(stores.google.mistakes).toEqual([]);
  expect(stores.google.grants).toBe(1);
});

it("Google's access token is renewed before it expires", async () => {
  const { target, ...stores } = await sandboxWithStores();
  await paid(target, { plan_id: "monthly", store_token: googleToken(stores) });
  await expect.poll(() => stores.google.transactions.size).toBe(1);
  stores.pass(3_590);
  await paid(target, { plan_id: "monthly", store_token: googleToken(stores), email: `${randomUUID()}@example.com` });
  await expect.poll(() => stores.google.transactions.size).toBe(2);
  expect([stores.google.grants, stores.google.mistakes]).toEqual([2, []]);
});

it("a free trial is reported as a sale of nothing", async () => {
  const { target, ...stores } = await sandboxWithStores();
  await fetch(`${target.base}/control/settings`, { method: "POST", body: new URLSearchParams({ trial: "free" }) });
  await paid(target, { plan_id: "weekly", amount: 0, store_token: appleToken(stores) });
  await expect.poll(() => itemsOf(stores)).toHaveLength(1);
  expect(itemsOf(stores)[0]).toMatchObject({ amountTaxInclusive: 0, subscriptionEvent: "SUBSCRIPTION_START" });
});

it("a token with which nobody buys is reported when it is old, and an unreadable one is listed", async () => {
  const { target, ...stores } = await sandboxWithStores();
  const token = appleToken(stores);
  for (const store_token of [token, token, { store: "apple", token: "cut", note: "unreadable" } as const])
    await ask(target, storeTokens, { body: { store_token } });
  const standings = async () => (await booksOf(target)).map(({ standing }) => standing).toSorted();
  expect(await standings()).toEqual(["unreadable", "without a sale"]);
  expect(statusesOf(stores)).toEqual([]);
  stores.pass(8 * 86_400);
  await expect.poll(() => statusesOf(stores)).toEqual(["NO_LINE_ITEM"]);
});

it("a token that only Apple has named is reported as not recognized", async () => {
  const { target, ...stores } = await sandboxWithStores();
  const id: string = randomUUID();
  stores.apple.tokens.set(id, { isOfLink: false });
  expect(await press(target, "named", { id })).toBe(303);
  await expect.poll(() => statusesOf(stores)).toEqual(["UNRECOGNIZED_TOKEN"]);
});

it("a reported sale is corrected, and taken back as a mistake", async () => {
  const { target, ...stores } = await sandboxWithStores();
  const { orderId } = await paid(target, { plan_id: "monthly", store_token: appleToken(stores) });
  const event = `sale:${orderId}`;
  expect(await press(target, "correct", { event: "sale:unknown" })).toBe(422);
  await expect.poll(async () => (await booksOf(target))[0]?.reports[0]?.state).toBe("reported");
  expect(await press(target, "correct", { event, gross: "5.00", tax: "1.00" })).toBe(303);
  await expect.poll(() => itemsOf(stores)[0]?.amountTaxExclusive).toBe(4_000);
  await expect.poll(async () => (await booksOf(target))[0]?.reports[1]?.state).toBe("reported");
  expect(await press(target, "correct", { event })).toBe(303);
  await expect.poll(() => itemsOf(stores)[0]?.erroneouslySubmitted).toBe(true);
  expect(stores.apple.mistakes).toEqual([]);
});

it("what a store refuses is kept with its words, and sent again once the mistake is put right", async () => {
  const { target, ...stores } = await sandboxWithStores();
  const id: string = randomUUID();
  const token = appleToken(stores, id);
  stores.apple.tokens.delete(id);
  await paid(target, { plan_id: "monthly", store_token: token });
  const first = async () => (await booksOf(target))[0]?.reports[0];
  await expect.poll(async () => (await first())?.state).toBe("refused");
  const refused = await first();
  expect(refused?.problem).toContain("no such token");
  stores.apple.tokens.set(id, { isOfLink: false });
  expect(await press(target, "again", { seq: String(refused?.seq) })).toBe(303);
  await expect.poll(() => itemsOf(stores)).toHaveLength(1);
});

it("without keys everything is noted and waits, and somebody is warned when the time runs out", async () => {
  const warnings: string[] = [];
  const log = { info() {}, warn: (_facts: object, message: string) => void warnings.push(message), error() {} };
  const stores = await storesOnLoopback(Date.now);
  const target = await runningSandbox({ log });
  const owner = await subscriber(target, { plan_id: "monthly", store_token: googleToken(stores) });
  await expect.poll(async () => (await booksOf(target))[0]?.reports.map(({ state }) => state)).toEqual(["waiting"]);
  expect((await only(target, owner)).plan_id).toBe("monthly");
  target.pass(20 * 3_600);
  const runsOut = "payments: the time to report to a store runs out";
  await expect.poll(() => warnings.filter((message) => message === runsOut)).toHaveLength(1);
});

import { expect, it } from "vitest";
import { type Order, orderToken, readOrderToken } from "~/orders/order-token.server";
import { seal } from "~/sealing.server";
import { fromApple } from "../visitor/store-tokens";
import { makeOrder } from "./orders";

const LINES: Order["items"] = [
  { kind: "plan", amount: 119.88 },
  { kind: "discount", amount: -59.89 },
  { kind: "dueToday", amount: 59.99 },
  { kind: "tax", amount: 9.99, name: "VAT", rate: 20 },
];

it("a token brings the whole order back", async () => {
  const next = { on: "2027-11-21", amount: 59.99 };
  const order = makeOrder({ lang: "zh-hant", userId: 42, sale: "subscription", next, items: LINES });
  expect(await readOrderToken(await orderToken(order))).toEqual(order);
});

it("an order out of a token seals to that token again, so that its purchase call can be repeated", async () => {
  const token = await orderToken(makeOrder());
  const order = await readOrderToken(token);
  expect(order && (await orderToken(order))).toBe(token);
});

it("an order that is not opened yet has a token, too", async () => {
  const order = makeOrder({ orderId: undefined });
  expect(await readOrderToken(await orderToken(order))).toEqual(order);
});

const BROWSER = "b".repeat(43);

it("an everyday token stays within 850 characters, and one of an app's link within 1,050", async () => {
  const next = { on: "2027-11-21", amount: 59.99 };
  const order = makeOrder({ items: LINES, sale: "subscription", next, browser: BROWSER });
  expect((await orderToken(order)).length).toBeLessThanOrEqual(850);
  const link = { signTimestamp: "1795000000", sign: "ab".repeat(32) };
  expect((await orderToken({ ...order, userId: 100_001, link })).length).toBeLessThanOrEqual(1_050);
});

it("with a store's token it has a third more than that token's own length", async () => {
  const next = { on: "2027-11-21", amount: 59.99 };
  const order = makeOrder({ items: LINES, sale: "subscription", next, browser: BROWSER, storeToken: fromApple() });
  expect((await orderToken(order)).length).toBeLessThanOrEqual(1_400);
  expect(await readOrderToken(await orderToken(order))).toEqual(order);
});

it("the longest store's token that an address takes is in the order's, and a longer one in none", async () => {
  const having = (characters: number) => {
    const token = "A".repeat(characters);
    return makeOrder({ storeToken: { ...fromApple(), token, bundle_id: "b".repeat(155) } });
  };
  const longest = await orderToken(having(1_024));
  expect(await readOrderToken(longest)).toEqual(having(1_024));
  const without = await orderToken(makeOrder());
  expect(longest.length - without.length).toBeLessThanOrEqual(1_800);
  expect(await orderToken(having(1_025))).toBe(without);
});

it("a store's token that the contract has no room for costs no buyer their order", async () => {
  const token = await seal("order", { ...makeOrder(), storeToken: { store: "windows", token: "" } });
  expect(await readOrderToken(token)).toEqual(makeOrder());
});

it("a token from before browsers had a hash is still read", async () => {
  const order = makeOrder();
  expect(await readOrderToken(await seal("order", { ...order, isUnproven: true }))).toEqual(order);
});

it("with the longest realistic facts a return address stays well within what the contract takes", async () => {
  const order = makeOrder({
    orderId: crypto.randomUUID(),
    retryOf: crypto.randomUUID(),
    product: "pro_01h1vjes1y163xfj1rh1tkfb65",
    coupon: "WELCOME-BACK-2026-SUMMER",
    cps: { type: "admitad", cookie: "a".repeat(64) },
    channel: "app-banner-summer-2026-de",
    items: [...LINES, { kind: "deduction", amount: -12_345_678.99 }, { kind: "coupon", amount: -12_345_678.99 }],
    email: `${"first.middle.last".repeat(4)}@${"department.".repeat(4)}university.example.com`,
    plan: "premium-two-years-plus-three-months-summer",
    lang: "zh-hant",
    amount: 123_456_789.99,
    userId: Number.MAX_SAFE_INTEGER,
    link: { signTimestamp: "2026-11-24T12:00:00.000+00:00", sign: "ab".repeat(64) },
    browser: BROWSER,
  });
  expect((await orderToken(order)).length).toBeLessThanOrEqual(1_850);
  // What the contract takes and the host answers, with its own path and what a provider adds.
  const storeToken = { ...fromApple(), token: "A".repeat(1_024) };
  expect((await orderToken({ ...order, storeToken })).length).toBeLessThanOrEqual(4_096 - 600);
});

it("no token, an empty or a foreign one names no order", async () => {
  expect(await readOrderToken(null)).toBeUndefined();
  expect(await readOrderToken("")).toBeUndefined();
  expect(await readOrderToken(await seal("quote", makeOrder()))).toBeUndefined();
});

it.each([
  { lang: "xx" },
  { provider: "paypal" },
  { attempt: "short" },
  { country: "usa" },
  { amount: -1 },
  { plan: "../admin" },
])("an order of another shape (%j) is none, even where it is sealed", async (change) => {
  expect(await readOrderToken(await seal("order", { ...makeOrder(), ...change }))).toBeUndefined();
});

it("an order whose every field is at its longest still comes back", async () => {
  const longest = makeOrder({
    email: `${"a".repeat(242)}@example.com`,
    coupon: "券".repeat(64),
    cps: { type: "admitad", cookie: "c".repeat(128) },
    channel: "k".repeat(64),
    retryOf: "o".repeat(64),
    orderId: "p".repeat(64),
    userId: Number.MAX_SAFE_INTEGER,
    link: { signTimestamp: "時".repeat(21), sign: "s".repeat(1024) },
    browser: "b".repeat(64),
  });
  expect(await readOrderToken(await orderToken(longest))).toEqual(longest);
});

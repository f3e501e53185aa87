import { expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { seal } from "~/sealing.server";
import { makeOrder } from "./orders";

it("a token brings the whole order back", async () => {
  const order = makeOrder({ lang: "zh-hant", userId: 42 });
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

it("with the longest realistic facts a token stays within 1,000 characters", async () => {
  const order = makeOrder({
    orderId: crypto.randomUUID(),
    email: `${"first.middle.last".repeat(4)}@${"department.".repeat(4)}university.example.com`,
    plan: "premium-two-years-plus-three-months-summer",
    lang: "zh-hant",
    amount: 123_456_789.99,
    userId: Number.MAX_SAFE_INTEGER,
  });
  expect((await orderToken(order)).length).toBeLessThanOrEqual(1_000);
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

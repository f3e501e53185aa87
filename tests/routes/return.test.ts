import { expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/purchase/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../purchase/orders";
import { get, leadsTo, post, tokenIn } from "./site";

const back = async (order = makeOrder(), provider = "so") => `/return/${provider}?o=${await orderToken(order)}`;

it.each([
  ["by a link", get],
  ["by a form of the provider's site", (path: string) => post(path, { status: "paid", order_id: "ord_evil" })],
])("a buyer who comes back %s sees how the order stands, in the language of the purchase", async (_, come) => {
  const answer = await come(await back(makeOrder({ lang: "de" })));
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/de/paystatus"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_1" });
});

it("what the provider's address says beside our token is not looked at", async () => {
  upstream.use(
    answering(endpoints.soPurchaseResult, makeResult({ status: "failed", order_state: "open", money_taken: "no" })),
  );
  const answer = await get(`${await back()}&status=success&order_id=ord_evil&next=https://evil.test`);
  expect(leadsTo(answer)).toBe("/paystatus");
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_1" });
});

it("a buyer who comes back before the order had a number brings it along", async () => {
  const answer = await get(await back(makeOrder({ orderId: undefined })));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_1" });
});

it.each(["/return/so", "/return/so?o=x", "/return/so?o=", "/return/paypal?o=x"])(
  "%s names no order: the status page says so",
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/paystatus"]);
  },
);

it("a token of another provider is none here", async () => {
  const answer = await get(await back(makeOrder(), "pd"));
  expect(answer.headers.get("location")).toBe("/paystatus");
});

it.each([404, 500])("where the payments API answers %d the buyer still gets to the status page", async (status) => {
  upstream.use(refusing(endpoints.soPurchaseResult, status));
  const answer = await get(await back());
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
});

import { expect, it } from "vitest";
import { orderToken } from "~/purchase/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../purchase/orders";
import { get, leadsTo, page } from "./site";

const success = async (lang = "") => `${lang}/paysuc?o=${await orderToken(makeOrder())}`;

it("a buyer whose plan is active sees what was paid, until when it runs, and where the receipt goes", async () => {
  const { answer, see } = await page(await success());
  expect(answer.status).toBe(200);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Thank you, your plan is active");
  expect(["$59.99", "1 year", "ord_1"].filter((text) => see.queryByText(text) === null)).toEqual([]);
  expect(see.getByText(/buyer@example\.com/)).toBeDefined();
  expect(see.getByText("Runs until").nextElementSibling?.textContent).toMatch(/20\d\d/);
});

it("the amount is the one the payments API took", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 1234.5, currency: "EUR" })));
  const { see } = await page(await success("/de"));
  expect(see.getByText(/^1\.234,50\s€$/)).toBeDefined();
});

it.each([
  ["is not paid", makeResult({ status: "pending", order_state: "paying", money_taken: "unknown" })],
  ["is being set up", makeResult({ order_state: "granting" })],
  ["was refunded", makeResult({ order_state: "refunded" })],
])("an order that %s never shows as success", async (_, result) => {
  upstream.use(answering(endpoints.soPurchaseResult, result));
  const answer = await get(await success());
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
});

it("while the payments API is away success is not claimed", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 503));
  expect(leadsTo(await get(await success()))).toBe("/paystatus");
});

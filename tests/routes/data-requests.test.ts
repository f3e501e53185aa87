import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { makeOrder } from "../orders/orders";
import { get, post } from "./site";

const CHECKOUT = encodeURIComponent("routes/($lang).payment.($plan)");
const STATUS = encodeURIComponent("routes/($lang).paystatus");

it("what a script asks for is JSON, and never stored", async () => {
  const { status, headers } = await get(`/payment/year?_data=${CHECKOUT}`);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("application/json");
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
});

it("an order that is paid moves a script's page on, too", async () => {
  const { status, headers } = await get(`/paystatus?o=${await orderToken(makeOrder())}&_data=${STATUS}`);
  expect(status).toBe(204);
  expect(headers.get("x-remix-redirect")).toMatch(/^\/paysuc\?o=/);
  expect(headers.get("cache-control")).toBe("no-store");
});

it("a refused form stays a 422 for a script", async () => {
  const answer = await post(`/payment/year?_data=${CHECKOUT}`, { intent: "pay", plan: "year" });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    errors: expect.arrayContaining([{ field: "email", message: expect.any(String) }]),
  });
});

it.each(["nonsense", "root/../..", "__proto__"])("a route that is none (%s) is refused, not a crash", async (name) => {
  const { status } = await get(`/payment/year?_data=${encodeURIComponent(name)}`);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

it("an unknown language is a 404 for a script as well", async () => {
  expect((await get(`/xx/payment/year?_data=${CHECKOUT}`)).status).toBe(404);
});

import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { get } from "./site";

const standing = async () => get(`/paystatus/state?o=${await orderToken(makeOrder())}`);

it("says in JSON which screen the order is on, and nothing else", async () => {
  upstream.use(
    answering(
      endpoints.soPurchaseResult,
      makeResult({ status: "pending", order_state: "paying", money_taken: "unknown", retry_after: 7 }),
    ),
  );
  const answer = await standing();
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(await answer.json()).toEqual({ kind: "waiting", retryAfter: 7 });
});

it("is never stored", async () => {
  const { headers } = await standing();
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
});

it("while the payments API is away says that", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 500));
  expect(await (await standing()).json()).toEqual({ kind: "unreachable" });
});

it("a token that cannot be read is a 404", async () => {
  const answer = await get("/paystatus/state?o=x");
  expect([answer.status, await answer.json()]).toEqual([404, { kind: "unknown" }]);
});

import { afterEach, expect, it } from "vitest";
import { orderStatus } from "~/orders/order-status.server";
import type { Order } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { visitorOf } from "~/visitor/visitor.server";
import { makeApiError, makeResult, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest, memberCookie } from "../visitor/requests";
import { makeOrder } from "./orders";

afterEach(forgetUpstream);

const follow = async (order: Order) => orderStatus(order, await visitorOf(makeRequest("/paystatus")));
const unopened = makeOrder({ orderId: undefined });

it("an order stands as the payments API says", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ order_state: "granting" })));
  expect(await follow(makeOrder())).toMatchObject({ kind: "known", screen: { kind: "granting" } });
});

it("an order without a number is found again by its purchase call, and then asked about", async () => {
  expect(await follow(unopened)).toMatchObject({
    kind: "known",
    order: { orderId: "ord_1" },
    screen: { kind: "success" },
  });
});

it.each([
  ["waited for", unopened, endpoints.soPurchase, makeSoOrder()],
  ["paid", makeOrder(), endpoints.soPurchaseResult, makeResult()],
])("an order that is %s is found by whoever was logged out meanwhile", async (_, order, endpoint, answer) => {
  const loggedOut = makeApiError({ code: 50008 });
  upstream.use(
    responding(endpoint, ({ headers }) =>
      headers.has("authorization") ? Response.json(loggedOut, { status: 400 }) : Response.json(answer),
    ),
  );
  const visitor = await visitorOf(makeRequest("/paystatus", { cookie: await memberCookie() }));
  expect(await orderStatus(order, visitor)).toMatchObject({ kind: "known", screen: { kind: "success" } });
});

it("an order the payments API does not know is unknown", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 404));
  expect(await follow(makeOrder())).toEqual({ kind: "unknown" });
});

it.each([400, 500, 503])("while the payments API answers %d nothing is claimed", async (status) => {
  upstream.use(refusing(endpoints.soPurchaseResult, status));
  expect((await follow(makeOrder())).kind).toBe("unreachable");
});

it("an order that could not be opened because the API is away may still be opened later", async () => {
  upstream.use(refusing(endpoints.soPurchase, 503));
  expect(await follow(unopened)).toEqual({ kind: "unreachable", order: unopened });
});

it("an order the API would not open was never begun", async () => {
  const error = makeApiError({ error: { code: "price_changed", message: "" } });
  upstream.use(refusing(endpoints.soPurchase, 409, error));
  expect(await follow(unopened)).toEqual({ kind: "notOpened", order: unopened });
});

it.each([
  ["calls too often", 429, "too_many"],
  ["has a token that is no longer good", 401, "token_invalid"],
  ["brings a proof that was good once", 403, "proof_refused"],
  ["uses a key that is another purchase's", 409, "idempotency_conflict"],
])("whoever %s may have paid before: nothing is claimed", async (_, status, code) => {
  const isSession = code === "token_invalid";
  const error = makeApiError({ code: isSession ? status : status * 100 + 1, error: { code, message: "" } });
  upstream.use(refusing(endpoints.soPurchase, status, error));
  expect(await follow(unopened)).toEqual({ kind: "unreachable", order: unopened });
});

it("what stands before the payments API and turns the call away says nothing of the order", async () => {
  upstream.use(responding(endpoints.soPurchase, () => new Response("<h1>Blocked</h1>", { status: 400 })));
  expect(await follow(unopened)).toEqual({ kind: "unreachable", order: unopened });
});

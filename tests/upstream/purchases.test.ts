import { afterEach, expect, it } from "vitest";
import { call, callForAnybody } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { makeApiError, makeResult, makeSoOrder, makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

const caller = { requestId: "req-1", appType: 502 };
const options = { idempotencyKey: "attempt-0123456789" };

afterEach(forgetUpstream);

it("a purchase is opened under its key and says where to pay", async () => {
  const keys: (string | null)[] = [];
  upstream.use(
    answering(endpoints.soPurchase, ({ headers }) => {
      keys.push(headers.get("idempotency-key"));
      return makeSoOrder({ order_id: "ord_9", web_url: "https://pay.test/so/ord_9" });
    }),
  );
  const order = await call(soPurchase, { body: makeSoPurchase() }, caller, options);
  expect(order).toEqual({ order_id: "ord_9", web_url: "https://pay.test/so/ord_9" });
  expect(keys).toEqual(["attempt-0123456789"]);
});

it("a changed price comes back with what it is now", async () => {
  const error = makeApiError({
    code: 40902,
    error: { code: "price_changed", message: "" },
    price: { amount: 64.99, currency: "USD" },
  });
  upstream.use(refusing(endpoints.soPurchase, 409, error));
  const refusal = await caught(call(soPurchase, { body: makeSoPurchase() }, caller, options));
  expect(refusal.apiError?.price).toEqual({ amount: 64.99, currency: "USD" });
});

it("an order is asked for every time", async () => {
  const states = ["paying", "done"] as const;
  let asked = 0;
  upstream.use(
    answering(endpoints.soPurchaseResult, () => {
      asked += 1;
      return makeResult({ order_state: states[asked - 1] });
    }),
  );
  const first = await callForAnybody(soPurchaseResult, { body: { order_id: "ord_1" } }, caller);
  const second = await callForAnybody(soPurchaseResult, { body: { order_id: "ord_1" } }, caller);
  expect([first.order_state, second.order_state]).toEqual(states);
});

it("a status word nobody knows is pending, never paid", async () => {
  const unheardOf = { ...makeResult(), status: "celebrating", money_taken: "maybe" };
  upstream.use(responding(endpoints.soPurchaseResult, () => Response.json(unheardOf)));
  expect(await callForAnybody(soPurchaseResult, { body: { order_id: "ord_1" } }, caller)).toMatchObject({
    status: "pending",
    money_taken: "unknown",
  });
});

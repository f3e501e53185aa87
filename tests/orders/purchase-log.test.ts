import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { orderStatus } from "~/orders/order-status.server";
import { openOrder } from "~/orders/purchase.server";
import { takeReturn } from "~/orders/return.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { visitorOf } from "~/visitor/visitor.server";
import { readLog } from "../env/watched-log";
import { makeParams, makeResult, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest } from "../visitor/requests";
import { makeOrder } from "./orders";

afterEach(forgetUpstream);

const honoursNoKeys = () =>
  upstream.use(answering(endpoints.commonParams, makeParams({ idempotency_keys: undefined })));

const line = z.object({
  msg: z.string(),
  attempt: z.string().optional(),
  provider: z.string().optional(),
  requestId: z.string().optional(),
  apiRequestId: z.string().optional(),
  outcome: z.string().optional(),
  state: z.string().optional(),
});
const parsed = (lines: string[]) => lines.map((text) => line.parse(JSON.parse(text)));
const visitor = () => visitorOf(makeRequest("/payment/year"));
const order = (attempt: string) => makeOrder({ orderId: undefined, attempt });

it("of a purchase whose answer is lost one line says so, and each line names it, its provider and the API's request id", async () => {
  const lines = readLog();
  const sentWith: (string | null)[] = [];
  honoursNoKeys();
  upstream.use(
    responding(endpoints.soPurchase, (request) => {
      sentWith.push(request.headers.get("x-request-id"));
      return new Response("{", { headers: { "content-type": "application/json" } });
    }),
  );
  const lost = order("attempt-whose-answer-is-lost");
  expect((await openOrder(lost, await visitor())).kind).toBe("unknown");
  // The waiting page, once a second.
  for (let looks = 0; looks < 6; looks += 1)
    expect((await orderStatus(lost, await visitor())).kind).toBe("unreachable");
  const told = parsed(lines);
  expect(sentWith).toHaveLength(1);
  expect(told.map(({ msg }) => msg)).toEqual([
    "upstream call failed",
    "a purchase call has ended",
    "nobody knows how a purchase call has ended",
  ]);
  for (const one of told)
    expect(one).toMatchObject({
      attempt: lost.attempt,
      provider: "so",
      apiRequestId: sentWith[0],
      requestId: sentWith[0],
    });
});

it("after a new start the first look tells of it, and no later one", async () => {
  const lines = readLog();
  honoursNoKeys();
  const lost = order("attempt-of-another-process");
  for (let looks = 0; looks < 3; looks += 1) await orderStatus(lost, await visitor());
  expect(parsed(lines)).toEqual([
    expect.objectContaining({
      msg: "nobody knows how a purchase call has ended",
      attempt: lost.attempt,
      provider: "so",
    }),
  ]);
});

it("one search shows a purchase from its call to its money, with calls that failed on the way", async () => {
  const lines = readLog();
  upstream.use(answering(endpoints.soPurchase, makeSoOrder({ order_id: "ord_77" })));
  const whole = order("attempt-of-a-whole-purchase");
  const opening = await openOrder(whole, await visitor());
  if (opening.kind !== "opened") throw new Error(opening.kind);
  upstream.use(refusing(endpoints.soPurchaseResult, 500));
  await takeReturn(opening.order, {}, await visitor());
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ order_id: "ord_77" })));
  await orderStatus(opening.order, await visitor());
  const told = parsed(lines).map(({ msg, outcome, state }) => [msg, outcome ?? state].filter(Boolean).join(": "));
  expect(told).toEqual([
    "a purchase call has ended: opened",
    "an order has come so far: opened",
    "upstream call failed",
    "an order has come so far: paid",
  ]);
  const ids = new Set(
    parsed(lines).map(({ attempt, provider, apiRequestId }) => [attempt, provider, apiRequestId].join()),
  );
  expect([...ids]).toEqual([`${whole.attempt},so,${parsed(lines)[0]?.requestId}`]);
});

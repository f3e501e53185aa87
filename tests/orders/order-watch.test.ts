import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { metricsText } from "~/metrics/metrics.server";
import { limitWatch, takeState, watchOrder } from "~/orders/order-watch.server";
import { openOrder } from "~/orders/purchase.server";
import { so } from "~/providers/so.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { named } from "../analytics/received-event";
import { listenForEvents } from "../analytics/received-events";
import { parseMetrics } from "../metrics/parsed";
import { makeResult } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { makeVisitor } from "../visitor/visitors";
import { makeOrder } from "./orders";

const order = { ...makeOrder(), orderId: "ord_1" };
const ask = vi.spyOn(so, "ask");
const standsAs = (overrides: Parameters<typeof makeResult>[0]) =>
  ask.mockImplementation(async () => makeResult(overrides));
const OPEN = { status: "pending", order_state: "open", money_taken: "no" } as const;
const PAID = { status: "success", order_state: "done", money_taken: "yes" } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  ask.mockReset();
  standsAs(OPEN);
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});
afterAll(() => ask.mockRestore());

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

/** How many results are told from now on. */
function results() {
  const told = listenForEvents();
  return async () => {
    vi.useRealTimers();
    return named("pay_result", await told()).map(({ params }) => params.order_id);
  };
}

it("an order is asked about at growing intervals, ten times in an hour and a half, and then no more", async () => {
  watchOrder(order);
  const asks: number[] = [];
  for (const seconds of [4, 1, 9, 1, 19, 1, 39, 1]) {
    await pass(seconds);
    asks.push(ask.mock.calls.length);
  }
  expect(asks).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  await pass(90 * 60);
  expect(ask).toHaveBeenCalledTimes(10);
  await pass(24 * 3_600);
  expect(ask).toHaveBeenCalledTimes(10);
});

it("nobody waits for the watch: its calls have no deadline of a page, and their failures stop no payment", async () => {
  watchOrder(order);
  await pass(5);
  expect(ask).toHaveBeenCalledWith("ord_1", {
    requestId: expect.any(String),
    appType: 502,
    isKnownApp: true,
    circuit: "optional",
    purchase: { attempt: order.attempt, provider: "so", orderId: "ord_1", apiRequestId: undefined },
  });
});

const orders = (state: string) => parseMetrics(metricsText()).get(`site_orders_total{provider="so",state="${state}"}`);

it.each([
  ["is paid", PAID, "paid"],
  ["stays open", OPEN, "unfinished"],
] as const)("an order that %s is counted so", async (_, result, state) => {
  const [opened = 0, before = 0] = [orders("opened"), orders(state)];
  standsAs(result);
  watchOrder(order);
  await pass(90 * 60);
  expect([orders("opened"), orders(state)]).toEqual([opened + 1, before + 1]);
});

it("an order of which the payments API tells nothing is counted as unknown", async () => {
  const before = orders("unknown") ?? 0;
  ask.mockRejectedValue(new UpstreamError("timeout", { path: "/", requestId: "req-1" }));
  watchOrder(order);
  await pass(90 * 60);
  expect(orders("unknown")).toBe(before + 1);
});

it("an order that is paid while its buyer is away is told once, and asked about no more", async () => {
  const told = results();
  watchOrder(order);
  await pass(15);
  standsAs(PAID);
  await pass(20);
  expect(ask).toHaveBeenCalledTimes(3);
  await pass(90 * 60);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(await told()).toEqual(["ord_1"]);
});

it("what the buyer's own page has seen is not asked for again, and not told twice", async () => {
  const told = results();
  watchOrder(order);
  await pass(5);
  takeState(order, makeResult(PAID));
  await pass(90 * 60);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await told()).toEqual(["ord_1"]);
});

it("a follower's look changes nothing", async () => {
  const told = results();
  watchOrder(order);
  takeState({ ...order, isFollower: true }, makeResult(PAID));
  await pass(5);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await told()).toEqual([]);
});

it.each(["cancelled", "expired", "refunded"] as const)(
  "an order that is %s is over, and nothing is told",
  async (state) => {
    const told = results();
    standsAs({ status: state === "cancelled" ? "canceled" : "expired", order_state: state, money_taken: "no" });
    watchOrder(order);
    await pass(90 * 60);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(await told()).toEqual([]);
  },
);

it("a declined payment may be tried again, and an API that is away comes back", async () => {
  const told = results();
  standsAs({ status: "failed", order_state: "open", money_taken: "no", fail_code: "risk" });
  watchOrder(order);
  await pass(5);
  ask.mockRejectedValueOnce(new UpstreamError("timeout", { path: "/", requestId: "req-1" }));
  await pass(10);
  standsAs(PAID);
  await pass(20);
  expect(await told()).toEqual(["ord_1"]);
});

it("a further attempt at an order takes the place of the one before", async () => {
  watchOrder(order);
  await pass(4);
  watchOrder({ ...order, attempt: "another-attempt-1" });
  await pass(4);
  expect(ask).not.toHaveBeenCalled();
  await pass(1);
  expect(ask).toHaveBeenCalledTimes(1);
});

const others = (count: number) => Array.from({ length: count }, (_, n) => ({ ...order, orderId: `other_${n}` }));
const askedAbout = () => ask.mock.calls.map(([orderId]) => orderId);

it("5,000 orders are watched at once", async () => {
  for (const other of others(5_010)) watchOrder(other);
  expect(vi.getTimerCount()).toBe(5_000);
});

it("an order for which money was taken keeps its place, however many are opened that nobody pays", async () => {
  limitWatch({ watched: 3, waiting: 3 });
  const told = results();
  standsAs({ ...PAID, status: "pending", order_state: "granting" });
  watchOrder(order);
  await pass(5);
  ask.mockImplementation(async (orderId) => makeResult(orderId === "ord_1" ? PAID : OPEN));
  for (const other of others(50)) watchOrder(other);
  await pass(10);
  expect(await told()).toEqual(["ord_1"]);
});

it("an order of which nobody knows how it stands keeps its place, too", async () => {
  limitWatch({ watched: 2, waiting: 2 });
  const told = results();
  ask.mockRejectedValue(new UpstreamError("timeout", { path: "/", requestId: "req-1" }));
  watchOrder(order);
  await pass(5);
  ask.mockImplementation(async (orderId) => makeResult(orderId === "ord_1" ? PAID : OPEN));
  for (const other of others(50)) watchOrder(other);
  await pass(10);
  expect(await told()).toEqual(["ord_1"]);
});

it("what has no place is asked about once there is one, and those known to be unpaid take turns", async () => {
  limitWatch({ watched: 2, waiting: 10 });
  for (const other of others(6)) watchOrder(other);
  await pass(15);
  expect(new Set(askedAbout())).toEqual(new Set(others(6).map(({ orderId }) => orderId)));
});

it("an order that gave its place to others is still known to be paid later", async () => {
  limitWatch({ watched: 1, waiting: 10 });
  const told = results();
  watchOrder(order);
  await pass(5);
  for (const other of others(3)) watchOrder(other);
  await pass(20);
  ask.mockImplementation(async (orderId) => makeResult(orderId === "ord_1" ? PAID : OPEN));
  await pass(60);
  expect(await told()).toEqual(["ord_1"]);
});

it("so many wait, and of more those that are known to be unpaid are given up first", async () => {
  limitWatch({ watched: 1, waiting: 2 });
  const before = orders("unfinished") ?? 0;
  watchOrder(order);
  await pass(5);
  for (const other of others(3)) watchOrder(other);
  expect(orders("unfinished")).toBe(before + 1);
  await pass(24 * 3_600);
  expect(new Set(askedAbout())).toEqual(new Set(["ord_1", "other_0", "other_1", "other_2"]));
  expect(vi.getTimerCount()).toBe(0);
});

it("the order of a purchase call is watched, unless it is somebody else's", async () => {
  await openOrder(makeOrder({ orderId: undefined }), makeVisitor());
  await pass(5);
  expect(ask).toHaveBeenCalledTimes(1);
  watchOrder({ ...order, isFollower: true, orderId: "ord_2" });
  await pass(90 * 60);
  expect(ask.mock.calls.every(([asked]) => asked === "ord_1")).toBe(true);
});

import { HttpResponse } from "msw";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { metricsText } from "~/metrics/metrics.server";
import { openOrder } from "~/orders/purchase.server";
import { leaveRedis } from "~/store/redis.server";
import { loadProfile } from "~/upstream/account.server";
import { loadPlans } from "~/upstream/catalogue.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { freePort } from "../journeys/free-port";
import { makeApiError, makePlan } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { caught } from "../upstream/caught";
import { needsRedis, shareRedis } from "../visitor/running-redis";
import { makeVisitor } from "../visitor/visitors";
import { parseMetrics } from "./parsed";

const caller: Caller = { requestId: "req-1", appType: 502 };
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

/** What has been counted while something happened, histograms aside. */
async function counted(happening: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = parseMetrics(metricsText());
  await happening();
  const after = [...parseMetrics(metricsText())].filter(([series]) => /_total/.test(series));
  const grown = after.map(([series, value]): [string, number] => [series, value - (before.get(series) ?? 0)]);
  return Object.fromEntries(grown.filter(([, more]) => more > 0));
}
const plansCall = (outcome: string) =>
  `site_upstream_calls_total{endpoint="${endpoints.plans.path}",outcome="${outcome}"}`;
const planAnswer = (outcome: string) => `site_cache_answers_total{cache="plans",outcome="${outcome}"}`;

it("calls are counted by how they end", async () => {
  const ask = () => caught(call(endpoints.plans, {}, caller));
  expect(await counted(() => call(endpoints.plans, {}, caller))).toEqual({ [plansCall("ok")]: 1 });
  upstream.use(refusing(endpoints.plans, 400));
  expect(await counted(ask)).toEqual({ [plansCall("refused")]: 1 });
  upstream.use(responding(endpoints.plans, () => new HttpResponse("<html>")));
  expect(await counted(ask)).toEqual({ [plansCall("malformed")]: 1 });
  upstream.use(responding(endpoints.plans, () => new HttpResponse(null, { status: 500 })));
  expect(await counted(async () => Promise.all(Array.from({ length: 30 }, ask)))).toMatchObject({
    [plansCall("server_error")]: 30,
  });
  expect(await counted(ask)).toEqual({ [plansCall("circuit_open")]: 1 });
});

it("a call whose visitor leaves, and one that is not sent because of its token, are told apart", async () => {
  const gone = AbortSignal.abort(new Error("left"));
  expect(await counted(() => call(endpoints.plans, {}, { ...caller, signal: gone }).catch(() => {}))).toEqual({
    [plansCall("left")]: 1,
  });
  const member = { ...caller, bearer: "tok" };
  upstream.use(refusing(endpoints.profile, 401, makeApiError({ code: 401 })));
  await caught(loadProfile(member));
  expect(await counted(() => loadPlans(member))).toEqual({
    [plansCall("not_sent")]: 1,
    [plansCall("ok")]: 1,
    [planAnswer("miss")]: 1,
  });
});

it("the time of calls is told", async () => {
  const name = `site_upstream_call_seconds_count{endpoint="${endpoints.plans.path}"}`;
  const before = parseMetrics(metricsText()).get(name) ?? 0;
  await call(endpoints.plans, {}, caller);
  expect(parseMetrics(metricsText()).get(name)).toBe(before + 1);
});

it("an open circuit is told", async () => {
  const needed = () => parseMetrics(metricsText()).get('site_upstream_circuit_open{circuit="needed"}');
  expect(needed()).toBe(0);
  upstream.use(responding(endpoints.plans, () => new HttpResponse(null, { status: 500 })));
  for (let n = 0; n < 20; n += 1) await caught(call(endpoints.plans, {}, caller));
  expect(needed()).toBe(1);
});

it("a cache tells what its answers were", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
  const ask = async () => Object.keys(await counted(() => loadPlans(caller))).filter((name) => name.includes("cache"));
  upstream.use(answering(endpoints.plans, { plans: [makePlan()] }));
  expect(await ask()).toEqual([planAnswer("miss")]);
  expect(await ask()).toEqual([planAnswer("hit")]);
  upstream.use(responding(endpoints.plans, () => new HttpResponse(null, { status: 500 })));
  pass(5);
  expect(await ask()).toEqual([planAnswer("stale")]);
  pass(15);
  expect(await ask()).toEqual([planAnswer("stand_in")]);
  pass(25 * 60);
  expect(Object.keys(await counted(() => caught(loadPlans(caller))))).toContain(planAnswer("failed"));
});

it("purchases are counted by provider and how they end", async () => {
  const buy = (attempt: string) => () => openOrder({ ...makeOrder(), provider: "so", attempt }, makeVisitor());
  const purchase = (outcome: string) => `site_purchases_total{provider="so",outcome="${outcome}"}`;
  expect(await counted(buy("attempt-0000000001"))).toMatchObject({ [purchase("opened")]: 1 });
  upstream.use(refusing(endpoints.soPurchase, 409, makeApiError({ error: { code: "price_changed", message: "" } })));
  expect(await counted(buy("attempt-0000000002"))).toMatchObject({ [purchase("priceChanged")]: 1 });
});

it("what alerts look for is there before it has happened once", () => {
  const told = parseMetrics(metricsText());
  expect(told.has('site_purchases_total{provider="rz",outcome="unknown"}')).toBe(true);
  expect(told.has('site_orders_total{provider="rz",state="paid"}')).toBe(true);
  expect(told.has('site_events_total{outcome="dropped_full"}')).toBe(true);
});

const storeUp = () => parseMetrics(metricsText()).get("site_shared_store_up");

it("a store that all copies share is told of only where there is one", async () => {
  expect(storeUp()).toBeUndefined();
  changeEnv({ redisUrl: `redis://127.0.0.1:${await freePort()}` });
  onTestFinished(leaveRedis);
  expect(storeUp()).toBe(0);
});

it("a store that goes away is told", needsRedis, async () => {
  const server = await shareRedis();
  onTestFinished(leaveRedis);
  expect(storeUp()).toBe(1);
  server.kill();
  await expect.poll(storeUp).toBe(0);
});

import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPaymentParams, loadPlans, loadPrices } from "~/upstream/catalogue.server";
import { circuits } from "~/upstream/client/call-outcomes.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { watchLog } from "../env/watched-log";
import { makeParams, makePlan, makePrice, makeSoOrder, makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { caught } from "./caught";
import { startFaultyApi, stopFaultyApis } from "./faulty-api";

const MINUTE = 60_000;

/** Another app in each test, so that no call of one test is under way in the next. */
let caller: Caller = { requestId: "req-1", appType: 1_000 };

const answers = new Map<string, (response: ServerResponse) => void>();
const answerByPath: RequestListener = ({ url = "" }, response) => {
  const respond = answers.get(url.replace(/\?.*/, ""));
  if (respond === undefined) throw new Error(`nobody expected a call of ${url}`);
  respond(response);
};

// A real API: msw's calls never learn that whoever called by node:http has hung up.
beforeAll(() => upstream.close());
beforeEach(async () => {
  caller = { ...caller, appType: caller.appType + 100 };
  await startFaultyApi(answerByPath);
  stopClock(["setTimeout", "clearTimeout", "Date"]);
});
afterEach(async () => {
  answers.clear();
  forgetUpstream();
  await stopFaultyApis();
});

/** Lets what really happens happen, while the clock stands. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

interface Answer {
  status?: number;
  body?: object;
}
const send = (response: ServerResponse, { status = 200, body }: Answer) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const answering = (endpoint: Endpoint, answer: Answer) =>
  answers.set(endpoint.path, (response) => void send(response, answer));

/** The payments API answers a call when the test says so. */
function holding(endpoint: Endpoint) {
  const seen = { asked: 0, hungUp: 0 };
  const waiting: ServerResponse[] = [];
  answers.set(endpoint.path, (response) => {
    seen.asked += 1;
    waiting.push(response);
    response.once("close", () => {
      if (!response.writableEnded) seen.hungUp += 1;
    });
  });
  const answer = (given: Answer) => {
    answering(endpoint, given);
    for (const response of waiting) send(response, given);
  };
  return { seen, answer, isAsked: (times = 1) => until(() => seen.asked === times) };
}

const plansNamed = (id: string): Answer => ({ body: { plans: [makePlan({ id })] } });
const planId = async (as = caller) => (await loadPlans(as))[0]?.id;

/** Begins to wait, and moves the clock on once the API has been asked. */
async function waitInVain<T>(api: ReturnType<typeof holding>, wait: () => Promise<T>, times = 1): Promise<T> {
  const waiting = wait();
  await api.isAsked(times);
  await vi.advanceTimersByTimeAsync(3_000);
  return waiting;
}

describe("a slow first answer", () => {
  it("of plans fills the cache for the next buyer", async () => {
    const api = holding(endpoints.plans);
    expect(await waitInVain(api, () => caught(planId()))).toMatchObject({ kind: "timeout" });
    await vi.advanceTimersByTimeAsync(17_000);
    api.answer(plansNamed("late"));
    expect(await planId()).toBe("late");
    expect(await planId()).toBe("late");
    expect(api.seen).toEqual({ asked: 1, hungUp: 0 });
  });

  it("of prices does", async () => {
    const api = holding(endpoints.prices);
    const prices = () => loadPrices(["1001"], "ES", caller);
    expect(await waitInVain(api, () => caught(prices()))).toMatchObject({ kind: "timeout" });
    api.answer({ body: { products: [makePrice()] } });
    expect((await prices()).size).toBe(1);
    expect(api.seen).toEqual({ asked: 1, hungUp: 0 });
  });

  it("of the providers' settings does; until it comes, all providers are on offer", async () => {
    const api = holding(endpoints.commonParams);
    const providers = async () => (await loadPaymentParams(caller, { isCj: false })).providers;
    expect(await waitInVain(api, providers)).toEqual(expect.arrayContaining([...PROVIDERS]));
    api.answer({ body: makeParams({ providers: ["so"] }) });
    expect(await providers()).toEqual(["so"]);
    expect(api.seen).toEqual({ asked: 1, hungUp: 0 });
  });

  it("is told in the log", async () => {
    const warnings = watchLog("warn");
    await waitInVain(holding(endpoints.plans), () => caught(planId()));
    expect(warnings.map(({ message }) => message)).toContain("upstream call failed");
  });

  it("is waited for by everybody who comes meanwhile, as one call", async () => {
    const api = holding(endpoints.plans);
    await waitInVain(api, () => caught(planId()));
    const others = Promise.all(Array.from({ length: 100 }, () => planId()));
    api.answer(plansNamed("late"));
    expect(new Set(await others)).toEqual(new Set(["late"]));
    expect(api.seen.asked).toBe(1);
  });

  it("that does not come within a minute is given up, and asked for anew", async () => {
    const api = holding(endpoints.plans);
    await waitInVain(api, () => caught(planId()));
    await vi.advanceTimersByTimeAsync(MINUTE - 3_001);
    expect(api.seen.hungUp).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => api.seen.hungUp === 1);
    answering(endpoints.plans, plansNamed("new"));
    expect(await planId()).toBe("new");
  });

  it("of a member's own plans ends with the wait, because nobody else could use it, and everybody's are asked for", async () => {
    const api = holding(endpoints.plans);
    const waiting = planId({ ...caller, bearer: "tok" });
    await api.isAsked();
    await vi.advanceTimersByTimeAsync(3_000);
    await until(() => api.seen.hungUp === 1);
    await api.isAsked(2);
    api.answer(plansNamed("everybody"));
    expect(await waiting).toBe("everybody");
  });
});

describe("an older answer", () => {
  beforeEach(async () => {
    answering(endpoints.plans, plansNamed("old"));
    await planId();
    vi.setSystemTime(Date.now() + 15 * MINUTE);
  });

  it("stands in where a new one does not come in time", async () => {
    expect(await waitInVain(holding(endpoints.plans), () => planId())).toBe("old");
  });

  it("is shown at once while the call lasts that somebody has waited for in vain, and then the new one", async () => {
    const api = holding(endpoints.plans);
    await waitInVain(api, () => planId());
    expect(await planId()).toBe("old");
    api.answer(plansNamed("late"));
    let shown: string | undefined;
    while (shown !== "late") {
      await new Promise((resolve) => setImmediate(resolve));
      shown = await planId();
    }
    expect(api.seen.asked).toBe(1);
  });

  it("is not shown at once only because a visitor has left", async () => {
    const api = holding(endpoints.plans);
    const visit = new AbortController();
    const left = planId({ ...caller, signal: visit.signal });
    await api.isAsked();
    visit.abort(new Error("left"));
    await left;
    const next = planId();
    api.answer(plansNamed("new"));
    expect(await next).toBe("new");
  });
});

describe("an API that is slow is not down", () => {
  const apps = (count: number) =>
    Array.from({ length: count }, (_, n): Caller => ({ ...caller, appType: caller.appType + n }));

  it("for plans that come late, however often", async () => {
    const api = holding(endpoints.plans);
    const visitors = apps(25);
    const waits = await waitInVain(api, () => Promise.all(visitors.map((visitor) => caught(planId(visitor)))), 25);
    for (const error of waits) expect(error).toMatchObject({ kind: "timeout" });
    api.answer(plansNamed("late"));
    expect(new Set(await Promise.all(visitors.map(planId)))).toEqual(new Set(["late"]));
    expect(circuits.needed.isOpen).toBe(false);
  });

  it("for purchases that come late", async () => {
    const api = holding(endpoints.soPurchase);
    const purchases = apps(25).map((buyer) => caught(call(endpoints.soPurchase, { body: makeSoPurchase() }, buyer)));
    await api.isAsked(25);
    await vi.advanceTimersByTimeAsync(8_000);
    for (const error of await Promise.all(purchases)) expect(error).toMatchObject({ kind: "timeout" });
    await vi.advanceTimersByTimeAsync(12_000);
    api.answer({ body: makeSoOrder() });
    expect([circuits.needed.isOpen, api.seen.hungUp]).toEqual([false, 0]);
  });

  it("but one that never answers is", async () => {
    const api = holding(endpoints.plans);
    await waitInVain(api, () => Promise.all(apps(20).map((visitor) => caught(planId(visitor)))), 20);
    await vi.advanceTimersByTimeAsync(MINUTE);
    await until(() => circuits.needed.isOpen);
  });

  it("and a failure that comes late is not tried again", async () => {
    const api = holding(endpoints.plans);
    await waitInVain(api, () => caught(planId()));
    const joined = caught(planId());
    api.answer({ status: 503 });
    expect(await joined).toMatchObject({ kind: "refused", status: 503 });
    expect(api.seen.asked).toBe(1);
  });
});

it("the call that finds out whether the API is back is cut early, so that another one can find out", async () => {
  answering(endpoints.plans, { status: 500 });
  for (let asked = 0; asked < 20; asked += 1) await caught(call(endpoints.plans, {}, caller));
  await vi.advanceTimersByTimeAsync(5_000);
  const trial = holding(endpoints.plans);
  const turnedAway = waitInVain(trial, () => caught(planId()));
  expect(await turnedAway).toMatchObject({ kind: "circuit_open" });
  await until(() => trial.seen.hungUp === 1);
  await vi.advanceTimersByTimeAsync(5_000);
  answering(endpoints.plans, plansNamed("back"));
  expect(await planId()).toBe("back");
});

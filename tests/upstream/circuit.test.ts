import { delay, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadGeo } from "~/upstream/catalogue.server";
import { call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

/** Requests of a test before, which its visitor has left, may arrive late: each test asks under ids of its own. */
let tests = 0;
let caller = { requestId: "", appType: 502 };
const askPlans = () => call(endpoints.plans, {}, caller);

beforeEach(() => {
  tests += 1;
  caller = { ...caller, requestId: `req-${tests}` };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

/** 500 is never tried again, so a call is one request. */
const broken = () => responding(endpoints.plans, () => new HttpResponse(null, { status: 500 }));
const refusing = () => responding(endpoints.plans, () => new HttpResponse(null, { status: 422 }));
const working = () => answering(endpoints.plans, { plans: [] });
const hanging = () => responding(endpoints.plans, () => delay("infinite").then(() => new Response()));

async function askTimes(times: number) {
  for (let asked = 0; asked < times; asked += 1) await askPlans().catch(() => {});
}

async function openCircuit() {
  upstream.use(broken());
  await askTimes(20);
  upstream.resetHandlers();
}

/** What this test asks the API from here on. */
function countRequests() {
  const onRequest = vi.fn();
  upstream.events.on("request:start", ({ request }) => {
    if (request.headers.get("x-request-id") === caller.requestId) onRequest();
  });
  return onRequest;
}
afterEach(() => upstream.events.removeAllListeners());

describe("opening", () => {
  it("half of twenty calls failing is enough", async () => {
    upstream.use(working());
    await askTimes(10);
    upstream.use(broken());
    await askTimes(10);
    const requests = countRequests();
    expect(await caught(askPlans())).toMatchObject({ kind: "circuit_open", retryAfter: 5 });
    expect(requests).not.toHaveBeenCalled();
  });

  it("nineteen failing calls prove nothing yet", async () => {
    upstream.use(broken());
    await askTimes(19);
    expect(await caught(askPlans())).toMatchObject({ kind: "refused", status: 500 });
  });

  it("less than half of the calls failing leaves it closed", async () => {
    upstream.use(broken());
    await askTimes(9);
    upstream.use(working());
    await askTimes(30);
    await expect(askPlans()).resolves.toEqual({ plans: [] });
  });

  it("refusals are the API at work", async () => {
    upstream.use(refusing());
    await askTimes(40);
    expect(await caught(askPlans())).toMatchObject({ kind: "refused", status: 422 });
  });

  it("visitors who leave say nothing about the API", async () => {
    upstream.use(hanging());
    for (let left = 0; left < 40; left += 1) {
      const visit = new AbortController();
      const page = call(endpoints.plans, {}, { ...caller, signal: visit.signal });
      visit.abort();
      await page.catch(() => {});
    }
    upstream.use(working());
    await expect(askPlans()).resolves.toEqual({ plans: [] });
  });

  it("a failing geo service does not stop anybody from paying", async () => {
    upstream.use(responding(endpoints.geoInfo, () => new HttpResponse(null, { status: 500 })));
    for (let asked = 0; asked < 20; asked += 1) await loadGeo(caller).catch(() => {});
    expect(await caught(loadGeo(caller))).toMatchObject({ kind: "circuit_open" });
    await expect(call(endpoints.soPurchase, { body: makeSoPurchase() }, caller)).resolves.toBeDefined();
  });
});

describe("after five seconds", () => {
  beforeEach(openCircuit);

  it("not before, a call goes through, and closes it by succeeding", async () => {
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await caught(askPlans())).toMatchObject({ kind: "circuit_open" });
    await vi.advanceTimersByTimeAsync(100);
    await expect(askPlans()).resolves.toBeDefined();
    await expect(Promise.all([askPlans(), askPlans()])).resolves.toHaveLength(2);
  });

  it("a call that fails keeps it open for five more", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    upstream.use(broken());
    expect(await caught(askPlans())).toMatchObject({ kind: "refused", status: 500 });
    expect(await caught(askPlans())).toMatchObject({ kind: "circuit_open" });
  });

  it("a call that only lost its visitor keeps it open", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    upstream.use(hanging());
    const visit = new AbortController();
    const page = call(endpoints.plans, {}, { ...caller, signal: visit.signal });
    visit.abort();
    await page.catch(() => {});
    expect(await caught(askPlans())).toMatchObject({ kind: "circuit_open" });
  });

  it("one call goes through, and nobody waits for it", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    upstream.use(hanging());
    const requests = countRequests();
    const trial = caught(askPlans());
    expect(await caught(askPlans())).toMatchObject({ kind: "circuit_open" });
    await vi.advanceTimersByTimeAsync(200);
    expect(await trial).toMatchObject({ kind: "circuit_open" });
    expect(requests).toHaveBeenCalledTimes(1);
  });

  it("a slow success closes it though its own page was turned away", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    upstream.use(responding(endpoints.plans, () => delay(1_000).then(() => Response.json({ plans: [] }))));
    const trial = caught(askPlans());
    await vi.advanceTimersByTimeAsync(200);
    await trial;
    await vi.advanceTimersByTimeAsync(800);
    upstream.use(working());
    await vi.waitFor(() => expect(askPlans()).resolves.toEqual({ plans: [] }));
  });

  it("a purchase that goes through is waited for", async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    upstream.use(responding(endpoints.soPurchase, () => delay("infinite").then(() => new Response())));
    const purchase = caught(call(endpoints.soPurchase, { body: makeSoPurchase() }, caller));
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await purchase).toMatchObject({ kind: "timeout" });
  });
});

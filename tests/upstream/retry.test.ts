import { delay, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type CallOptions, call } from "~/upstream/client/client.server";
import { retryBudget } from "~/upstream/client/deadline-and-retry.server";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoOrder, makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

const caller = { requestId: "req-1", appType: 502 };
const KEY = "attempt-0123456789";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  forgetUpstream();
});

/** Fails the first call the way it is told, answers the second. */
function failOnce(endpoint: Endpoint, failure: () => Response | Promise<Response>, answer: object) {
  const times: number[] = [];
  upstream.use(
    responding(endpoint, () => {
      times.push(Date.now());
      return times.length === 1 ? failure() : Response.json(answer);
    }),
  );
  return times;
}

const askPlans = (options?: CallOptions) => call(endpoints.plans, {}, caller, options);
const buy = (options?: CallOptions) => call(endpoints.soPurchase, { body: makeSoPurchase() }, caller, options);
const failing = (status: number, headers?: Record<string, string>) => () => new HttpResponse(null, { status, headers });

describe("a read", () => {
  it.each([
    ["a broken connection", () => HttpResponse.error()],
    ["a 502", failing(502)],
    ["a 503", failing(503)],
    ["a 504", failing(504)],
  ])("is made once more after %s", async (_, failure) => {
    const times = failOnce(endpoints.plans, failure, { plans: [] });
    const answer = askPlans();
    await vi.advanceTimersByTimeAsync(500);
    await expect(answer).resolves.toEqual({ plans: [] });
    expect(times).toHaveLength(2);
  });

  it.each([
    ["a 500", failing(500)],
    ["a 429", failing(429, { "retry-after": "1" })],
    ["a 404", failing(404)],
    ["a body that is not JSON", () => new HttpResponse("<h1>Hello</h1>")],
  ])("is not made again after %s", async (_, failure) => {
    const times = failOnce(endpoints.plans, failure, { plans: [] });
    await caught(askPlans());
    expect(times).toHaveLength(1);
  });

  it("is not made again once its time is over", async () => {
    const times = failOnce(endpoints.plans, () => delay("infinite").then(() => new Response()), { plans: [] });
    const error = caught(askPlans());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await error).toMatchObject({ kind: "timeout" });
    expect(times).toHaveLength(1);
  });

  it("is made twice at most", async () => {
    const asked = vi.fn(failing(503));
    upstream.use(responding(endpoints.plans, asked));
    const error = caught(askPlans());
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await error).toMatchObject({ kind: "refused", status: 503 });
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("tells the first failure when there was no time for a second attempt", async () => {
    failOnce(endpoints.plans, failing(503, { "retry-after": "1" }), { plans: [] });
    const error = caught(askPlans({ timeoutMs: 900 }));
    await vi.advanceTimersByTimeAsync(900);
    expect(await error).toMatchObject({ kind: "refused", status: 503 });
  });
});

describe("the wait before the second attempt", () => {
  const waited = async (random: number, failure: () => Response) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const times = failOnce(endpoints.plans, failure, { plans: [] });
    const answer = askPlans();
    await vi.advanceTimersByTimeAsync(3_000);
    await answer;
    return (times[1] ?? 0) - (times[0] ?? 0);
  };

  it("is anything up to half a second", async () => {
    expect(await waited(0, failing(503))).toBeLessThanOrEqual(1);
    expect(await waited(0.999, failing(503))).toBe(499);
  });

  it("is what the API asks for, up to a second", async () => {
    expect(await waited(0.5, failing(503, { "retry-after": "1" }))).toBe(1_000);
  });

  it("is never longer: the API asking for more has its way", async () => {
    const times = failOnce(endpoints.plans, failing(503, { "retry-after": "2" }), { plans: [] });
    expect(await caught(askPlans())).toMatchObject({ status: 503, retryAfter: 2 });
    expect(times).toHaveLength(1);
  });
});

describe("a purchase", () => {
  it("is made once more under the same key", async () => {
    const keys: (string | null)[] = [];
    upstream.use(
      responding(endpoints.soPurchase, ({ headers }) => {
        keys.push(headers.get("idempotency-key"));
        return keys.length === 1 ? HttpResponse.error() : Response.json(makeSoOrder());
      }),
    );
    const order = buy({ idempotencyKey: KEY, isKeyHonoured: true });
    await vi.advanceTimersByTimeAsync(500);
    await expect(order).resolves.toMatchObject({ order_id: "ord_1" });
    expect(keys).toEqual([KEY, KEY]);
  });

  it("is made once where nobody says that the API honours the key", async () => {
    let calls = 0;
    upstream.use(
      responding(endpoints.soPurchase, () => {
        calls += 1;
        return HttpResponse.error();
      }),
    );
    await expect(buy({ idempotencyKey: KEY })).rejects.toMatchObject({ kind: "unreachable" });
    expect(calls).toBe(1);
  });

  it("without a key is made once, come what may", async () => {
    const times = failOnce(endpoints.soPurchase, () => HttpResponse.error(), makeSoOrder());
    expect(await caught(buy())).toMatchObject({ kind: "unreachable" });
    expect(times).toHaveLength(1);
  });
});

it("a Retry-After that is a date is told in seconds", async () => {
  const until = new Date(Date.now() + 120_000).toUTCString();
  upstream.use(responding(endpoints.plans, failing(503, { "retry-after": until })));
  const { retryAfter = 0 } = await caught(askPlans());
  expect(retryAfter).toBeGreaterThan(118);
  expect(retryAfter).toBeLessThanOrEqual(120);
});

it("what is not tried again takes nothing out of the budget", async () => {
  upstream.use(responding(endpoints.plans, failing(404)));
  for (let n = 0; n < 20; n += 1) await caught(askPlans());
  let left = 0;
  while (retryBudget.spend()) left += 1;
  expect(left).toBe(10);
});

it("nothing is tried again once the budget is spent", async () => {
  while (retryBudget.spend());
  const times = failOnce(endpoints.plans, failing(503), { plans: [] });
  expect(await caught(askPlans())).toMatchObject({ status: 503 });
  expect(times).toHaveLength(1);
});

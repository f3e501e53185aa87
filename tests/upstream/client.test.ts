import { delay, HttpResponse } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, type CallOptions, call } from "~/upstream/client/client.server";
import { pageDeadline } from "~/upstream/client/deadline-and-retry.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makeApiError, makePlan, makeResult, makeSoOrder, makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

afterEach(forgetUpstream);

const caller: Caller = { requestId: "req-1", appType: 502 };

async function headersOfPlans(as: Caller, options?: CallOptions): Promise<Headers> {
  let seen = new Headers();
  upstream.use(
    responding(endpoints.plans, ({ headers }) => {
      seen = headers;
      return HttpResponse.json({ plans: [] });
    }),
  );
  await call(endpoints.plans, {}, as, options);
  return seen;
}

describe("what is sent", () => {
  it("tells the API who asks", async () => {
    const headers = await headersOfPlans({ ...caller, bearer: "tok", visitorIp: "192.0.2.7" }, { xFrom: "CJ" });
    expect(Object.fromEntries(headers)).toMatchObject({
      accept: "application/json",
      authorization: "Bearer tok",
      "x-app-type": "502",
      "x-forwarded-for": "192.0.2.7",
      "x-from": "CJ",
      "x-request-id": "req-1",
    });
  });

  it("says nothing about what is not known", async () => {
    const headers = await headersOfPlans(caller);
    for (const name of ["authorization", "x-forwarded-for", "x-from", "idempotency-key", "content-type"]) {
      expect(headers.has(name), name).toBe(false);
    }
  });

  it("leaves out a token or channel that no header can carry", async () => {
    const headers = await headersOfPlans({ ...caller, bearer: "a\r\nb: c" }, { xFrom: "снг" });
    expect(headers.has("authorization") || headers.has("x-from") || headers.has("b")).toBe(false);
  });

  it("puts the query into the address", async () => {
    let asked = "";
    upstream.use(
      answering(endpoints.prices, ({ url }) => {
        asked = new URL(url).searchParams.get("product_ids") ?? "";
        return { products: [] };
      }),
    );
    await call(endpoints.prices, { query: { product_ids: "1,2", customer_country: "ES" } }, caller);
    expect(asked).toBe("1,2");
  });

  it("sends a purchase as JSON, under its key", async () => {
    const seen: unknown[] = [];
    upstream.use(
      responding(endpoints.soPurchase, async (request) => {
        seen.push(request.headers.get("idempotency-key"), request.headers.get("content-type"), await request.json());
        return HttpResponse.json(makeSoOrder());
      }),
    );
    const body = makeSoPurchase({ user_id: 42 });
    await call(endpoints.soPurchase, { body }, caller, { idempotencyKey: "attempt-0123456789" });
    expect(seen).toEqual(["attempt-0123456789", "application/json", body]);
  });
});

describe("what comes back", () => {
  const planOf = (body: object) => {
    upstream.use(responding(endpoints.plans, () => Response.json(body)));
    return call(endpoints.plans, {}, caller);
  };
  const plain = { plans: [makePlan()] };

  it.each([
    ["plain", plain],
    ["inside {code: 0, data}", { code: 0, data: plain }],
    ["inside {code: 200, data}", { code: 200, message: "ok", data: plain }],
    ["inside {success, response}", { success: true, response: plain }],
    ["beside a good code", { code: 0, ...plain }],
  ])("an answer may be %s", async (_, body) => {
    expect(await planOf(body)).toEqual(plain);
  });

  it("gives identifiers as strings, even where the API sends numbers", async () => {
    const { plans } = await planOf({ plans: [{ ...makePlan(), id: 7 }] });
    expect(plans.map((plan) => plan.id)).toEqual(["7"]);
  });

  it("an error code in a 200 is a refusal", async () => {
    const expired = makeApiError({ code: 40001, error: { code: "coupon_expired", message: "Expired" } });
    expect(await caught(planOf(expired))).toMatchObject({ kind: "refused", status: 200, apiError: expired });
  });

  it("an error code in a 200 without more is a refusal with that code", async () => {
    expect(await caught(planOf({ code: 50008, data: null }))).toMatchObject({
      kind: "refused",
      apiError: { code: 50008 },
    });
  });

  it("success: false is a refusal", async () => {
    expect(await caught(planOf({ success: false, response: null }))).toMatchObject({ kind: "refused", status: 200 });
  });

  it("a refusal carries what the contract sends with it", async () => {
    const order = makeResult({ status: "requires_action", order_state: "paying", money_taken: "no" });
    upstream.use(
      refusing(
        endpoints.soPurchase,
        409,
        makeApiError({ code: 40901, error: { code: "order_live", message: "" }, order }),
      ),
    );
    const error = await caught(call(endpoints.soPurchase, { body: makeSoPurchase() }, caller));
    expect(error).toMatchObject({ kind: "refused", status: 409, apiError: { code: 40901, order } });
  });
});

describe("how long it may take", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    upstream.use(
      responding(endpoints.plans, () => delay("infinite").then(() => new Response())),
      responding(endpoints.soPurchase, () => delay("infinite").then(() => new Response())),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const buy = (timeoutMs?: number) => call(endpoints.soPurchase, { body: makeSoPurchase() }, caller, { timeoutMs });

  it.each([
    ["a read 3 s", () => call(endpoints.plans, {}, caller), 3_000],
    ["a purchase 8 s", () => buy(), 8_000],
    ["a purchase as long as it is given", () => buy(20_000), 20_000],
  ])("%s", async (_, ask, ms) => {
    const isOver = vi.fn();
    const outcome = caught(ask()).finally(isOver);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ kind: "timeout" });
  });

  it.each([
    ["READ_TIMEOUT_MS", { readMs: 700 }, () => call(endpoints.plans, {}, caller), 700],
    ["PURCHASE_WAIT_MS", { purchaseWaitMs: 900 }, () => buy(), 900],
  ] as const)("as long as %s says", async (_, times, ask, ms) => {
    changeEnv(times);
    const isOver = vi.fn();
    const outcome = caught(ask()).finally(isOver);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ kind: "timeout" });
  });

  it("a whole page 5 s, whatever its calls are given", async () => {
    const signal = pageDeadline(new AbortController().signal);
    const outcome = caught(call(endpoints.plans, {}, { ...caller, signal }, { timeoutMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await outcome).toMatchObject({ kind: "timeout" });
  });

  it("a whole page as long as PAGE_TIMEOUT_MS says", async () => {
    changeEnv({ pageMs: 1_200 });
    const signal = pageDeadline(new AbortController().signal);
    const outcome = caught(call(endpoints.plans, {}, { ...caller, signal }));
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await outcome).toMatchObject({ kind: "timeout" });
  });

  it("ends when the visitor leaves", async () => {
    const visit = new AbortController();
    const outcome = call(endpoints.plans, {}, { ...caller, signal: pageDeadline(visit.signal) });
    const left = expect(outcome).rejects.toThrow("the visitor left");
    visit.abort(new Error("the visitor left"));
    await left;
  });
});

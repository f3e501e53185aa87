import { HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { forgetCatalogue, loadPaymentParams, loadPlans, loadPrices } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeParams, makePlan, makePrice } from "../mocks/builders";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";
import { HOUR, MINUTE, SECOND, withFakeDate } from "./fake-date";

const caller: Caller = { requestId: "req-1", appType: 502 };

const pass = withFakeDate();

/** Every answer names one more plan: `1`, `2`, … */
function numberedPlans() {
  const asked: Request[] = [];
  upstream.use(
    answering(endpoints.plans, (request) => {
      asked.push(request);
      return { plans: [makePlan({ id: asked.length })] };
    }),
  );
  return asked;
}
const breakPlans = () => upstream.use(responding(endpoints.plans, () => new HttpResponse(null, { status: 500 })));
const planId = async (as: Caller = caller, xFrom?: string) => (await loadPlans(as, { xFrom }))[0]?.id;

describe("the age of plans", () => {
  it("a minute: fresh", async () => {
    const asked = numberedPlans();
    await planId();
    pass(MINUTE);
    expect(await planId()).toBe("1");
    expect(asked).toHaveLength(1);
  });

  it("fresh ones are shown even to a page that has no time left", async () => {
    numberedPlans();
    await planId();
    expect(await planId({ ...caller, signal: AbortSignal.abort(new DOMException("late", "TimeoutError")) })).toBe("1");
  });

  it("up to eleven minutes: shown at once, and asked for again behind the visitor's back", async () => {
    const asked = numberedPlans();
    await planId();
    pass(11 * MINUTE);
    expect(await planId()).toBe("1");
    await vi.waitFor(() => expect(asked).toHaveLength(2), 60_000);
    await vi.waitFor(async () => expect(await planId()).toBe("2"), 60_000);
  });

  it("older: asked for again first", async () => {
    numberedPlans();
    await planId();
    pass(11 * MINUTE + SECOND);
    expect(await planId()).toBe("2");
  });

  it("up to a day: shown while the API fails", async () => {
    numberedPlans();
    await planId();
    breakPlans();
    pass(24 * HOUR);
    expect(await planId()).toBe("1");
  });

  it("older than a day: never shown", async () => {
    numberedPlans();
    await planId();
    breakPlans();
    pass(24 * HOUR + SECOND);
    expect(await caught(loadPlans(caller))).toMatchObject({ kind: "refused", status: 500 });
  });

  it("failing while they are shown stale is nobody's error", async () => {
    numberedPlans();
    await planId();
    breakPlans();
    pass(5 * MINUTE);
    expect(await planId()).toBe("1");
    expect(await planId()).toBe("1");
  });
});

describe("who shares plans", () => {
  it("a thousand visitors of a cold site are one call", async () => {
    const asked = numberedPlans();
    const seen = await Promise.all(Array.from({ length: 1_000 }, () => planId()));
    expect(new Set(seen)).toEqual(new Set(["1"]));
    expect(asked).toHaveLength(1);
  });

  it("a thousand visitors of a broken API are one call, too", async () => {
    const asked = vi.fn(() => new HttpResponse(null, { status: 500 }));
    upstream.use(responding(endpoints.plans, asked));
    const failures = await Promise.all(Array.from({ length: 1_000 }, () => caught(loadPlans(caller))));
    expect(failures).toHaveLength(1_000);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("not visitors of another app or channel", async () => {
    const asked = numberedPlans();
    const seen = [await planId(), await planId({ ...caller, appType: 101 }), await planId(caller, "blog")];
    expect(seen).toEqual(["1", "2", "3"]);
    expect(asked.map(({ headers }) => headers.get("x-from"))).toEqual([null, null, "blog"]);
  });

  it("not a member, whose plans carry their deduction", async () => {
    numberedPlans();
    const member = { ...caller, bearer: "tok" };
    expect(await planId(member)).toBe("1");
    expect(await planId()).toBe("2");
    expect(await planId(member)).toBe("3");
    expect(await planId()).toBe("2");
  });

  it.each([401, 403, 50008])("a member whose token is refused with %s sees what everybody does", async (code) => {
    upstream.use(
      responding(endpoints.plans, ({ headers }) =>
        headers.has("authorization")
          ? Response.json(makeApiError({ code }), { status: 401 })
          : Response.json({ plans: [makePlan({ id: "everybody" })] }),
      ),
    );
    expect(await planId({ ...caller, bearer: "tok" })).toBe("everybody");
  });

  it("the first one leaving does not take them from the others", async () => {
    numberedPlans();
    const visit = new AbortController();
    const first = loadPlans({ ...caller, signal: visit.signal });
    const second = planId();
    visit.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    expect(await second).toBe("1");
  });
});

it("what is forgotten for one app is still known for another", async () => {
  const asked = numberedPlans();
  const other = { ...caller, appType: 5 };
  expect([await planId(), await planId(other)]).toEqual(["1", "2"]);
  forgetCatalogue(5);
  expect([await planId(), await planId(other)]).toEqual(["1", "3"]);
  expect(asked).toHaveLength(3);
});

describe("prices", () => {
  function countPrices() {
    const asked: string[] = [];
    upstream.use(
      answering(endpoints.prices, ({ url }) => {
        asked.push(new URL(url).search);
        return { products: [makePrice({ product_id: asked.length })] };
      }),
    );
    return asked;
  }

  it("are the same whatever order the products are named in", async () => {
    const asked = countPrices();
    const first = await loadPrices(["2", "1", "2"], "ES", caller);
    expect(await loadPrices(["1", "2"], "ES", caller)).toBe(first);
    expect(asked).toEqual(["?product_ids=1%2C2&customer_country=ES"]);
  });

  it("are asked for each country", async () => {
    const asked = countPrices();
    await loadPrices(["1"], "ES", caller);
    await loadPrices(["1"], "GB", caller);
    expect(asked).toHaveLength(2);
  });

  it("of nothing are nothing, without a call", async () => {
    const asked = countPrices();
    expect(await loadPrices([], "ES", caller)).toEqual(new Map());
    expect(asked).toEqual([]);
  });
});

describe("providers", () => {
  it("come in the API's order, without those this site does not know", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so", "crypto", "pd", "constructor"] })));
    expect((await loadPaymentParams(caller, { isCj: false })).providers).toEqual(["so", "pd"]);
  });

  it("come with their public settings", async () => {
    const statement = { so: "EXAMPLE VPN" };
    upstream.use(answering(endpoints.commonParams, makeParams({ statement })));
    expect(await loadPaymentParams(caller, { isCj: false })).toMatchObject({ statement });
  });

  it("are asked for as CJ for that network's visitors only", async () => {
    const sources: (string | null)[] = [];
    upstream.use(
      answering(endpoints.commonParams, ({ headers }) => {
        sources.push(headers.get("x-from"));
        return makeParams();
      }),
    );
    await loadPaymentParams(caller, { isCj: true });
    await loadPaymentParams(caller, { isCj: false });
    expect(sources).toEqual(["CJ", null]);
  });
});

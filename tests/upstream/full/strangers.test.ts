import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { loadProfile } from "~/upstream/account.server";
import { loadPaymentParams, loadPlans, loadPrices } from "~/upstream/catalogue.server";
import { circuits } from "~/upstream/client/call-outcomes.server";
import { type Caller, call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeParams, makePlan, makePrice, makeProfile } from "../../mocks/builders";
import { API, answering, responding } from "../../mocks/handlers";
import { moment } from "../../mocks/moment";
import { upstream } from "../../mocks/server";
import { caught } from "../caught";
import { MINUTE, withFakeDate } from "../fake-date";

const anonymous: Caller = { requestId: "req-1", appType: 502, isKnownApp: true };
const member: Caller = { ...anonymous, bearer: "tok" };
const ofUnknownApp = (appType: number): Caller => ({ requestId: "req-1", appType, isKnownApp: false });

const pass = withFakeDate();

/** Plans named after who asks: app, channel, and whether with a token. */
function namedPlans() {
  const asked: string[] = [];
  upstream.use(
    answering(endpoints.plans, ({ headers }) => {
      const who = `${headers.get("x-app-type")}-${headers.get("x-from") ?? ""}${headers.has("authorization") ? "-member" : ""}`;
      asked.push(who);
      return { plans: [makePlan({ id: who })] };
    }),
  );
  return asked;
}
const planId = async (caller: Caller, xFrom?: string) => (await loadPlans(caller, { xFrom }))[0]?.id;

describe("a member whose own plans cannot be had", () => {
  it.each([
    ["fails with 500", () => new HttpResponse(null, { status: 500 })],
    ["is refused for a reason of its own", () => Response.json(makeApiError(), { status: 400 })],
    ["cannot be reached", () => HttpResponse.error()],
    ["answers nonsense", () => Response.json({ plans: "none" })],
  ])("sees what everybody does, where their call %s", async (_, answer) => {
    upstream.use(
      responding(endpoints.plans, ({ headers }) =>
        headers.has("authorization") ? answer() : Response.json({ plans: [makePlan({ id: "everybody" })] }),
      ),
    );
    expect(await planId(member)).toBe("everybody");
  });
});

describe("in an outage", () => {
  const visitors: [string, Caller, string | undefined][] = [
    ["without anything", anonymous, undefined],
    ["with any token", { ...anonymous, bearer: "random" }, undefined],
    ["with any app's number", ofUnknownApp(987_654), undefined],
    ["with any channel", anonymous, "random"],
    ["of CJ", anonymous, "cj"],
    ["with all of it", { ...ofUnknownApp(987_655), bearer: "random-2" }, "random-2"],
  ];

  beforeEach(async () => {
    namedPlans();
    await planId(anonymous);
    pass(15 * MINUTE);
    upstream.use(http.all(`${API}/*`, () => new HttpResponse(null, { status: 500 })));
  });

  it.each(visitors)("a visitor %s gets the stale plans", async (_, caller, channel) => {
    expect(await planId(caller, channel)).toBe("502-");
  });

  it.each(visitors)("a visitor %s gets them at once when the API is known to be down", async (_, caller, channel) => {
    for (let n = 0; n < 20; n += 1) await caught(call(endpoints.plans, {}, anonymous));
    expect(circuits.needed.isOpen).toBe(true);
    const requests: string[] = [];
    upstream.use(
      http.all(`${API}/*`, ({ request }) => {
        requests.push(request.url);
      }),
    );
    expect(await planId(caller, channel)).toBe("502-");
    expect(requests).toEqual([]);
  });
});

describe("a token", () => {
  /** Refuses every call with a token; counts them. */
  function refuseTokens(code = 401) {
    const refused = { count: 0 };
    upstream.use(
      http.all(`${API}/*`, ({ request }) => {
        if (!request.headers.has("authorization")) return;
        refused.count += 1;
        return HttpResponse.json(makeApiError({ code }), { status: 401 });
      }),
    );
    return refused;
  }

  it("that is refused is refused once for all calls that begin side by side", async () => {
    const refused = refuseTokens();
    const [profile, plans, again] = await Promise.all([
      caught(loadProfile(member)),
      planId(member),
      caught(loadProfile(member)),
    ]);
    expect([profile, again]).toEqual([
      expect.objectContaining({ kind: "refused", status: 401 }),
      expect.objectContaining({ kind: "refused", status: 401 }),
    ]);
    expect(plans).toBe("year");
    expect(refused.count).toBe(1);
  });

  it("tells every caller so, also those whose call was never made", async () => {
    refuseTokens(50008);
    await caught(loadProfile(member));
    const onTokenRefused = vi.fn();
    await planId({ ...member, onTokenRefused });
    expect(onTokenRefused.mock.calls).toEqual([["loggedOut"]]);
  });

  it("is tried again after a minute: whoever was refused by mistake is in again", async () => {
    const refused = refuseTokens();
    await caught(loadProfile(member));
    pass(MINUTE - 1);
    await caught(loadProfile(member));
    expect(refused.count).toBe(1);
    pass(2);
    upstream.resetHandlers();
    await expect(loadProfile(member)).resolves.toEqual(makeProfile());
  });

  it.each([
    ["breaks down", { status: 503 }],
    ["has a reason of its own", { status: 422 }],
  ])("that was not refused is not held to be, where its call %s", async (_, answer) => {
    upstream.use(responding(endpoints.profile, () => new HttpResponse(null, answer)));
    await caught(loadProfile(member));
    upstream.resetHandlers();
    await expect(loadProfile(member)).resolves.toEqual(makeProfile());
  });

  it("is refused to nobody who has none, whatever the payments API says", async () => {
    upstream.use(responding(endpoints.plans, () => Response.json(makeApiError({ code: 401 }), { status: 401 })));
    const onTokenRefused = vi.fn();
    await caught(call(endpoints.plans, {}, { ...anonymous, onTokenRefused }));
    expect(onTokenRefused).not.toHaveBeenCalled();
  });

  it("is another one for another app, or another visitor", async () => {
    const refused = refuseTokens();
    await caught(loadProfile(member));
    await caught(loadProfile({ ...member, appType: 101 }));
    await caught(loadProfile({ ...member, bearer: "other" }));
    expect(refused.count).toBe(3);
  });

  it("that was good goes with calls side by side, and none waits for another", async () => {
    await loadProfile(member);
    const [profileAsked, plansAsked] = [moment(), moment()];
    upstream.use(
      responding(endpoints.profile, async () => {
        profileAsked.happen();
        await plansAsked.happened;
        return Response.json(makeProfile());
      }),
      responding(endpoints.plans, async () => {
        plansAsked.happen();
        await profileAsked.happened;
        return Response.json({ plans: [makePlan()] });
      }),
    );
    await expect(Promise.all([loadProfile(member), planId(member)])).resolves.toHaveLength(2);
  });

  it("nobody knows yet is waited for a quarter of a second, and no longer", async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const [profileAsked, never] = [moment(), moment()];
    upstream.use(
      responding(endpoints.profile, async () => {
        profileAsked.happen();
        await never.happened;
        return Response.json(makeProfile());
      }),
    );
    const asked = namedPlans();
    const profile = loadProfile(member);
    await profileAsked.happened;
    const plans = planId(member);
    await vi.advanceTimersByTimeAsync(249);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await plans).toBe("502--member");
    never.happen();
    await profile;
  });
});

it("settings are asked for without a token, and shared by members; a member's prices with it, and are nobody else's", async () => {
  const asked: (string | null)[] = [];
  const note = ({ headers }: Request) => asked.push(headers.get("authorization"));
  upstream.use(
    answering(endpoints.prices, (request) => {
      note(request);
      return { products: [makePrice()] };
    }),
    answering(endpoints.commonParams, (request) => {
      note(request);
      return makeParams();
    }),
  );
  for (const caller of [member, { ...member, bearer: "other" }, anonymous]) {
    await loadPrices(["1001"], "ES", caller);
    await loadPaymentParams(caller, { isCj: false });
  }
  expect(asked).toEqual(["Bearer tok", null, "Bearer other", null]);
});

it("a member whose prices cannot be had gets everybody's", async () => {
  upstream.use(
    responding(endpoints.prices, ({ headers }) =>
      headers.has("authorization")
        ? Response.json(makeApiError({ code: 401 }), { status: 401 })
        : Response.json({ products: [makePrice()] }),
    ),
  );
  expect((await loadPrices(["1001"], "ES", member)).size).toBe(1);
});

it("what is no country's code is not asked for", async () => {
  const asked = vi.fn(() => ({ products: [makePrice()] }));
  upstream.use(answering(endpoints.prices, asked));
  for (const code of ["QQ", "ZQ", "JX"]) expect(await loadPrices(["1001"], code, anonymous)).toEqual(new Map());
  await loadPrices(["1001"], "XK", anonymous);
  expect(asked).toHaveBeenCalledTimes(1);
});

describe("apps and channels nobody knows", () => {
  const askMany = async (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1) await planId(ofUnknownApp(n));
  };

  it("have plans of their own, fifty of them in a minute; the others get the default app's", async () => {
    const asked = namedPlans();
    await askMany(10_000, 300);
    expect(asked).toHaveLength(51);
    expect(asked.at(-1)).toBe("502-");
    expect(await planId(ofUnknownApp(10_001))).toBe("10001-");
    expect(await planId(ofUnknownApp(10_299))).toBe("502-");
    pass(MINUTE + 1);
    expect(await planId(ofUnknownApp(10_299))).toBe("10299-");
  });

  it("keep what they have when too many others come", async () => {
    namedPlans();
    await planId(ofUnknownApp(777), "blog");
    pass(MINUTE + 1);
    await askMany(10_000, 50);
    expect(await planId(ofUnknownApp(777), "blog")).toBe("777-blog");
  });

  it("of a known app get that app's plans, when too many others come", async () => {
    const asked = namedPlans();
    await askMany(10_000, 50);
    asked.length = 0;
    const master: Caller = { ...anonymous, appType: 101 };
    for (const channel of ["a", "b", "c"]) expect(await planId(master, channel)).toBe("101-");
    expect(asked).toEqual(["101-"]);
  });

  it("never push out what known ones have", async () => {
    const asked = namedPlans();
    await planId({ ...anonymous, appType: 114 });
    for (let minute = 0; minute < 12; minute += 1) {
      await askMany(10_000 + minute * 50, 50);
      pass(MINUTE + 1);
    }
    asked.length = 0;
    upstream.use(responding(endpoints.plans, () => new HttpResponse(null, { status: 500 })));
    expect(await planId({ ...anonymous, appType: 114 })).toBe("114-");
  });

  it("count neither known apps nor visitors of CJ", async () => {
    const asked = namedPlans();
    await askMany(10_000, 50);
    asked.length = 0;
    await planId({ ...anonymous, appType: 114 });
    await planId(anonymous, "cj");
    expect(asked).toEqual(["114-", "502-cj"]);
  });
});

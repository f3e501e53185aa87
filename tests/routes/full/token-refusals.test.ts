import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { sessionCookie } from "~/visitor/session.server";
import { makeInvoice, makePlan, makePrice, makeResult } from "../../mocks/builders";
import { API, responding } from "../../mocks/handlers";
import { type Moment, moment } from "../../mocks/moment";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { cookiesOf, memberCookie } from "../../visitor/requests";
import { get, page, post, type Shown } from "../site";

afterEach(() => {
  vi.useRealTimers();
});

const MEMBER = { cookie: await memberCookie() };

/** The payments API accepts the token everywhere but in one call, which it answers well without. */
function refuseTokenIn(endpoint: Endpoint, code: number | string, answer: object) {
  const asked: boolean[] = [];
  upstream.use(
    responding(endpoint, ({ headers }) => {
      const isMember = headers.has("authorization");
      asked.push(isMember);
      return isMember ? Response.json({ code, message: "token" }, { status: 400 }) : Response.json(answer);
    }),
  );
  return asked;
}

const takenAway = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .filter((cookie) => cookie.includes("Max-Age=0"))
    .map((cookie) => cookie.slice(0, cookie.indexOf("=")));
const noticeOn = ({ document }: Shown) => document.querySelector(".notice h2")?.textContent;
const questionOn = ({ see }: Shown) => see.queryByText(/^You have been logged out/);

const CALLS: [string, string | (() => Promise<string>), Endpoint, object][] = [
  ["plans", "/payment/year", endpoints.plans, { plans: [makePlan()] }],
  ["plans of the home page", "/", endpoints.plans, { plans: [makePlan()] }],
  ["plans that are compared", "/pricing", endpoints.plans, { plans: [makePlan()] }],
  ["plans of the short checkout", "/pricing/checkout/year", endpoints.plans, { plans: [makePlan()] }],
  ["a coupon", "/payment/year?coupon=WELCOME20", endpoints.checkCoupon, { valid: false }],
  [
    "a result",
    async () => `/paystatus?o=${await orderToken(makeOrder())}`,
    endpoints.soPurchaseResult,
    makeResult({ status: "pending", order_state: "paying" }),
  ],
  [
    "a result that is paid",
    async () => `/paysuc?o=${await orderToken(makeOrder())}`,
    endpoints.soPurchaseResult,
    makeResult(),
  ],
];

describe.each(CALLS)("a call for %s that refuses the token", (_, at, endpoint, answer) => {
  const address = async () => (typeof at === "string" ? at : at());

  it.each([401, 403, "401"])("with %s ends the session, and the page goes on without it", async (code) => {
    const asked = refuseTokenIn(endpoint, code, answer);
    const shown = await page(await address(), MEMBER);
    expect(shown.answer.status).toBe(200);
    expect(takenAway(shown.answer)).toEqual(["paypal_token", "session"]);
    expect(noticeOn(shown)).toBe("You’ve been signed out");
    expect(asked).toContain(true);
    expect(asked).toContain(false);
  });

  it.each([50008, 50012, "50014"])("with %s asks the visitor, and takes nothing away", async (code) => {
    refuseTokenIn(endpoint, code, answer);
    const shown = await page(await address(), MEMBER);
    expect(shown.answer.status).toBe(200);
    expect(takenAway(shown.answer)).toEqual([]);
    expect(questionOn(shown)).not.toBeNull();
  });
});

it("the invoices of an app's link, too", async () => {
  const session = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t0ken", sign: "ab".repeat(32) };
  const sealed = (await sessionCookie(session)).split(";")[0];
  refuseTokenIn(endpoints.invoiceList, 401, { invoices: [makeInvoice()] });
  const shown = await page("/receipts", { cookie: `paypal_token=t0ken; ${sealed}` });
  expect(takenAway(shown.answer)).toEqual(["paypal_token", "session"]);
});

it.each([
  ["the plans", "the profile", 50008, 401],
  ["the profile", "the plans", 401, 50008],
])("where the call for %s asks and that for %s ends, the session is over", async (_, _other, ofPlans, ofProfile) => {
  await page("/pricing", MEMBER);
  const [plansAsked, profileAsked] = [moment(), moment()];
  const refuse = (endpoint: Endpoint, code: number, own: Moment, other: Moment) =>
    upstream.use(
      responding(endpoint, async ({ headers }) => {
        if (!headers.has("authorization")) return Response.json({ plans: [makePlan()] });
        own.happen();
        await other.happened;
        return Response.json({ code }, { status: 400 });
      }),
    );
  refuse(endpoints.plans, ofPlans, plansAsked, profileAsked);
  refuse(endpoints.profile, ofProfile, profileAsked, plansAsked);
  const shown = await page("/pricing", MEMBER);
  expect(takenAway(shown.answer)).toEqual(["paypal_token", "session"]);
  expect(questionOn(shown)).toBeNull();
});

/** The calls that come with a token, which the payments API refuses in all of them. */
function refuseTokenEverywhere(): string[] {
  const refused: string[] = [];
  upstream.use(
    http.all(`${API}/*`, ({ request }) => {
      if (!request.headers.has("authorization")) return;
      refused.push(new URL(request.url).pathname);
      return HttpResponse.json({ code: 401 }, { status: 401 });
    }),
  );
  return refused;
}

it.each(["/payment/year?coupon=WELCOME20", "/", "/pricing"])("a bad token is one refused call of %s", async (path) => {
  const refused = refuseTokenEverywhere();
  const shown = await page(path, MEMBER);
  expect(shown.answer.status).toBe(200);
  expect(refused).toHaveLength(1);
  expect(takenAway(shown.answer)).toEqual(["paypal_token", "session"]);
});

it("a bad token that comes again is not even asked about", async () => {
  const refused = refuseTokenEverywhere();
  await page("/payment/year", MEMBER);
  const again = await page("/pricing", MEMBER);
  expect(refused).toHaveLength(1);
  expect(noticeOn(again)).toBe("You’ve been signed out");
});

it("a token that was refused is asked about again a minute later, as it may have been refused by mistake", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const pricesAsked = vi.fn(() => Response.json({ products: [makePrice()] }));
  upstream.use(responding(endpoints.prices, pricesAsked));
  const refused = refuseTokenEverywhere();
  await page("/pricing", MEMBER);
  pricesAsked.mockClear();
  vi.setSystemTime(Date.now() + 60_001);
  await page("/pricing", MEMBER);
  expect(refused).toHaveLength(2);
  // The page shows the old ones meanwhile, so that the next test could be asked for them.
  await vi.waitFor(() => expect(pricesAsked).toHaveBeenCalled());
});

it.each([
  ["prices", endpoints.prices, [true, false]],
  ["the providers' settings", endpoints.commonParams, [false]],
])(
  "where %s cannot be had with the token, or are the same for all, they are asked for without",
  async (_, endpoint, expected) => {
    const asked: boolean[] = [];
    upstream.use(
      responding(endpoint, ({ headers }) => {
        asked.push(headers.has("authorization"));
        return new Response(null, { status: 500 });
      }),
    );
    await page("/payment/year", MEMBER);
    expect(asked).toEqual(expected);
  },
);

it("a page that fails for another reason ends the session all the same", async () => {
  upstream.use(
    responding(endpoints.plans, ({ headers }) =>
      headers.has("authorization")
        ? Response.json({ code: 401 }, { status: 401 })
        : new Response(null, { status: 500 }),
    ),
  );
  const shown = await page("/payment/year", MEMBER);
  expect(shown.answer.status).toBe(503);
  expect(takenAway(shown.answer)).toEqual(["paypal_token", "session"]);
});

it("once it has ended, nothing is asked with the token any more", async () => {
  const asked = refuseTokenIn(endpoints.plans, 401, { plans: [makePlan()] });
  const { answer } = await page("/pricing", MEMBER);
  asked.length = 0;
  await page("/pricing?country=GB", { cookie: cookiesOf(answer.headers) });
  expect(asked).not.toContain(true);
});

it("what a call refuses for other reasons says nothing about the token", async () => {
  upstream.use(responding(endpoints.checkCoupon, () => Response.json({ code: 42900 }, { status: 429 })));
  const shown = await page("/payment/year?coupon=WELCOME20", MEMBER);
  expect([takenAway(shown.answer), noticeOn(shown), questionOn(shown)]).toEqual([[], undefined, null]);
});

it("a visitor without a token has nothing to lose", async () => {
  upstream.use(responding(endpoints.commonParams, () => Response.json({ code: 401 }, { status: 401 })));
  const shown = await page("/payment/year");
  expect([takenAway(shown.answer), noticeOn(shown)]).toEqual([[], undefined]);
});

describe("what scripts ask for", () => {
  const HOME = encodeURIComponent("routes/($lang).pricing._index");

  it("ends the session as a page does", async () => {
    refuseTokenIn(endpoints.plans, 401, { plans: [makePlan()] });
    const answer = await get(`/pricing?_data=${HOME}`, MEMBER);
    expect(answer.status).toBe(200);
    expect(takenAway(answer)).toEqual(["paypal_token", "session"]);
  });

  it("leads to the whole page where the visitor has to be asked", async () => {
    refuseTokenIn(endpoints.plans, 50008, { plans: [makePlan()] });
    const { headers } = await get(`/pricing?country=GB&_data=${HOME}`, MEMBER);
    expect([headers.get("x-remix-redirect"), headers.get("x-remix-reload-document")]).toEqual([
      "/pricing?country=GB",
      "true",
    ]);
  });

  it("asks in the frame itself, without loading the page again", async () => {
    refuseTokenIn(endpoints.profile, 50008, {});
    const answer = await get("/pricing?_data=root", MEMBER);
    expect(await answer.json()).toMatchObject({ question: { text: expect.stringContaining("logged out") } });
  });

  it("ends it with the answer of a waiting page's poll", async () => {
    refuseTokenIn(endpoints.soPurchaseResult, 401, makeResult({ status: "pending", order_state: "paying" }));
    const answer = await get(`/paystatus/state?o=${await orderToken(makeOrder())}`, MEMBER);
    expect(answer.status).toBe(200);
    expect(takenAway(answer)).toEqual(["paypal_token", "session"]);
  });

  it("says so in the answer of a waiting page's poll where the visitor has to be asked", async () => {
    refuseTokenIn(endpoints.soPurchaseResult, 50014, makeResult({ status: "pending", order_state: "paying" }));
    const answer = await get(`/paystatus/state?o=${await orderToken(makeOrder())}`, MEMBER);
    expect(await answer.json()).toMatchObject({ kind: "waiting", isLoggedOut: true });
    expect(takenAway(answer)).toEqual([]);
  });

  it("ends it on the way back from a provider", async () => {
    refuseTokenIn(endpoints.soPurchaseResult, 403, makeResult());
    const answer = await get(`/return/so?o=${await orderToken(makeOrder())}`, MEMBER);
    expect(answer.status).toBe(303);
    expect(takenAway(answer)).toEqual(["paypal_token", "session"]);
  });

  it("ends it with a form that is sent by a script", async () => {
    refuseTokenIn(endpoints.plans, 401, { plans: [makePlan()] });
    const PAY = encodeURIComponent("routes/($lang).payment.($plan)");
    const answer = await post(`/payment/year?_data=${PAY}`, { intent: "pay", plan: "year" }, MEMBER);
    expect(answer.status).toBe(422);
    expect(takenAway(answer)).toEqual(["paypal_token", "session"]);
  });
});

import { describe, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { findOrder, forgetPurchases } from "~/orders/purchase.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { signUpCookies } from "~/visitor/sealed-cookies.server";
import { visitorOf } from "~/visitor/visitor.server";
import { named } from "../../analytics/received-event";
import { listenForEvents } from "../../analytics/received-events";
import { makeApiError, makePlan, makeProfile, makeSoOrder } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { cookieLine, cookiesOf, makeRequest, signedQuery } from "../../visitor/requests";
import { Browser } from "../browser";
import { BUYER, refusal } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, leadsTo, page, post, shown, tokenIn } from "../site";

/** The bodies of the purchase calls from now on, and with whose token each came. */
function purchases() {
  const calls: { body: Record<string, unknown>; bearer: string | null }[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      calls.push({ body: await request.json(), bearer: request.headers.get("authorization") });
      return Response.json(makeSoOrder());
    }),
  );
  return calls;
}

/** A browser that came by an app's link. */
async function linked(overrides: Record<string, string> = {}): Promise<Browser> {
  const browser = new Browser();
  await browser.open(`/payment?${signedQuery(overrides)}`);
  return browser;
}

const buy = async (browser: Browser) =>
  browser.send("/payment/year", fieldsOf(await browser.open("/payment/year"), BUYER));

const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";
const UNSIGNED = { token: "", sign: "zzz" };
const ACCOUNT = /For your (app )?account/;

it("a user whose token was accepted is named by that token", async () => {
  const calls = purchases();
  await buy(await linked());
  expect(calls).toMatchObject([{ body: { user_id: 42 }, bearer: "Bearer t0ken" }]);
  expect(calls[0]?.body).not.toHaveProperty("sign");
});

describe("a link that could not be checked when it was opened", () => {
  async function unchecked() {
    upstream.use(refusing(endpoints.profile, 503));
    const browser = await linked();
    const form = await browser.open("/payment/year");
    expect(browser.cookie).not.toContain("paypal_token=");
    upstream.use(answering(endpoints.profile, makeProfile()));
    return { browser, fields: fieldsOf(form, BUYER) };
  }

  it.each([
    ["", ""],
    [", whatever token was planted beside it", "; paypal_token=planted"],
  ])("and is accepted by the time the form is sent names its user by its token%s", async (_, planted) => {
    const calls = purchases();
    const { browser, fields } = await unchecked();
    const answer = await post("/payment/year", fields, { cookie: browser.cookie + planted });
    expect(answer.status).toBe(303);
    expect(calls).toMatchObject([{ body: { user_id: 42 }, bearer: "Bearer t0ken" }]);
    expect(calls[0]?.body).not.toHaveProperty("sign");
  });
});

describe("a link that nobody has accepted", () => {
  it("is no account on the page", async () => {
    const { see, html } = await (await linked(UNSIGNED)).open("/payment/year");
    expect(see.queryByText(ACCOUNT)).toBeNull();
    expect(see.getByText(/^For your receipt/)).toBeDefined();
    expect(html).not.toContain("ID 42");
  });

  it("goes along with its sign, for the payments API to check", async () => {
    const calls = purchases();
    await buy(await linked(UNSIGNED));
    expect(calls).toMatchObject([{ body: { user_id: 42, sign_timestamp: "1795000000", sign: "zzz" }, bearer: null }]);
  });

  it("goes along just so when the call is repeated by another process", async () => {
    const calls = purchases();
    const token = tokenIn(await buy(await linked(UNSIGNED)));
    forgetPurchases();
    const order = await readOrderToken(token);
    if (order?.kind !== "site") throw new Error("no order");
    await findOrder({ ...order, orderId: undefined }, await visitorOf(makeRequest("/paystatus")));
    expect(calls).toHaveLength(2);
    expect(calls[1]?.body).toEqual(calls[0]?.body);
  });

  it("sends nothing once its visitor has logged out of it", async () => {
    upstream.use(refusing(endpoints.profile, 400, makeApiError({ code: 50008 })));
    const browser = await linked();
    await browser.send("/account", { intent: "stay" });
    const calls = purchases();
    await buy(browser);
    expect(calls).toHaveLength(1);
    for (const name of ["user_id", "sign_timestamp", "sign"]) expect(calls[0]?.body).not.toHaveProperty(name);
  });

  it("is not who analytics is told of, before the purchase or after it", async () => {
    const { cookie } = await linked(UNSIGNED);
    const told = listenForEvents();
    await page("/payment/year", { cookie: `userId=${FRONT_ID}; ${cookie}` });
    const order = makeOrder({ front_id: FRONT_ID, userId: 42, link: { signTimestamp: "1795000000", sign: "zzz" } });
    await page(`/paysuc?o=${await orderToken(order)}`);
    const events = await told();
    expect([...named("plan_select", events), ...named("pay_result", events)]).toMatchObject([
      { userId: FRONT_ID },
      { userId: FRONT_ID },
    ]);
  });
});

it("analytics is told of the user whose token was accepted", async () => {
  const { cookie } = await linked();
  const told = listenForEvents();
  await page("/payment/year", { cookie });
  expect(named("plan_select", await told())).toMatchObject([{ userId: 42 }]);
});

describe("where the payments API does not believe the link", () => {
  async function refused() {
    const browser = await linked(UNSIGNED);
    upstream.use(refusing(endpoints.soPurchase, 422, refusal("user_unproven")));
    return { browser, again: await shown(buy(browser)) };
  }

  it("the form comes back with what was entered, without an account, and says why", async () => {
    const { again } = await refused();
    expect(again.answer.status).toBe(422);
    expect(again.see.getByRole("alert").textContent).toContain("We couldn’t confirm the link from the app");
    expect(Object.fromEntries(fieldsOf(again))).toMatchObject(BUYER);
    expect(again.see.queryByText(ACCOUNT)).toBeNull();
  });

  it("the link is over, and the next press buys for the address", async () => {
    const { browser, again } = await refused();
    expect(browser.cookie).not.toContain("session=");
    const calls = purchases();
    const answer = await browser.send("/payment/year", fieldsOf(again));
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.body).not.toHaveProperty("user_id");
  });
});

describe("a token that a sign-up gave to whoever typed an address", () => {
  const signedUp = async () => ({
    cookie: cookieLine(await signUpCookies({ token: "42.token" })),
  });

  it("asks for no member's prices", async () => {
    const bearers: (string | null)[] = [];
    upstream.use(
      responding(endpoints.plans, ({ headers }) => {
        bearers.push(headers.get("authorization"));
        return Response.json({ plans: [makePlan()] });
      }),
    );
    await page("/payment/year", await signedUp());
    expect(bearers).toEqual([null]);
  });

  it("goes along with a purchase, which names no user", async () => {
    const calls = purchases();
    const headers = await signedUp();
    const form = await page("/payment/year", headers);
    await post("/payment/year", fieldsOf(form, BUYER), headers);
    expect(calls.map(({ bearer }) => bearer)).toEqual([expect.stringMatching(/^Bearer 42\.token$/)]);
    expect(calls[0]?.body).not.toHaveProperty("user_id");
  });

  it("shows nothing of a plan that somebody has bought for that account", async () => {
    const subscription = { source: "web", renews: true, plan_id: "month" } as const;
    upstream.use(answering(endpoints.profile, makeProfile({ vip: { remain_time: 864_000 }, subscription })));
    const member = await page("/payment/year", { cookie: (await linked()).cookie });
    expect(member.see.getByText(/You already have a subscription/)).toBeDefined();
    const { see } = await page("/payment/year", await signedUp());
    expect([see.queryByText(/You already have a subscription/), see.queryByText(/Your plan is active/)]).toEqual([
      null,
      null,
    ]);
  });
});

describe("all attempts of a browser have its hash", () => {
  /** The cookies of a browser that has opened a form; a browser's secret is made from its first request's id. */
  async function otherBrowser() {
    const { answer } = await page("/payment/year", { "x-request-id": "req-2" });
    return { cookie: cookiesOf(answer.headers) };
  }

  it("and those of another browser have another one", async () => {
    const calls = purchases();
    const here = new Browser();
    await buy(here);
    await buy(here);
    const there = await otherBrowser();
    await post("/payment/year", fieldsOf(await page("/payment/year", there), BUYER), there);
    const [first, second, third] = calls.map(({ body }) => body.browser);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect([second, third === first]).toEqual([first, false]);
  });

  it("which an order has also where it is gone on with by its link in another browser", async () => {
    const calls = purchases();
    const here = new Browser();
    const token = tokenIn(await buy(here));
    orderStands({ status: "failed", fail_code: "risk" });
    const elsewhere = await otherBrowser();
    for (const address of [`/payment/year?o=${token}`, "/payment/year"])
      await post(address, fieldsOf(await page(address, elsewhere), BUYER), elsewhere);
    const [first, second, third] = calls.map(({ body }) => body.browser);
    expect([calls[1]?.body.order_id, second]).toEqual(["ord_1", first]);
    expect(third).toMatch(/^[\w-]{43}$/);
    expect(third).not.toBe(first);
  });

  it("which another browser's order does not give to whoever was led to it", async () => {
    const calls = purchases();
    orderStands({ status: "failed", fail_code: "risk" });
    const browser = new Browser();
    const address = `/payment/year?o=${await orderToken(makeOrder({ isFollower: true, browser: "theirs" }))}`;
    await browser.send(address, fieldsOf(await browser.open(address), BUYER));
    await buy(browser);
    const [first, second] = calls.map(({ body }) => body.browser);
    expect(first).not.toBe("theirs");
    expect(second).toBe(first);
  });

  it("and where cookies are refused the same form sent five times at once is one purchase", async () => {
    const calls = purchases();
    const fields = fieldsOf(await page("/payment/year"), BUYER);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => post("/payment/year", fields, { "x-request-id": `req-${n}0` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(answers.map(leadsTo))).toEqual(new Set(["/redirect"]));
    expect(calls).toHaveLength(1);
  });

  it("which does not say what its cookie says", async () => {
    const calls = purchases();
    const browser = new Browser();
    await buy(browser);
    expect(browser.cookie).not.toContain(String(calls[0]?.body.browser));
  });
});

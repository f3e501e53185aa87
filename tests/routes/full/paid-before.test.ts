import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rememberOrder } from "~/orders/order-token.server";
import { forgetPurchases } from "~/orders/purchase.server";
import { fill, find, forgetPages } from "~/page-cache/page-cache.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { ordersPaidHere, paidHereCookie } from "~/visitor/sealed-cookies.server";
import { makePlan, makeSoOrder } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { cookiesOf, makeRequest, memberCookie } from "../../visitor/requests";
import { BUYER } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, leadsTo, page, post, renderApp, type Shown, shown } from "../site";

const PAID = { orderId: "ord_1", provider: "so", appType: 502, plan: "year", email: "paid-here@example.com" } as const;
const DAY_S = 86_400;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T12:00:00Z") });
  orderStands({ status: "success", order_state: "done", money_taken: "yes", vip: { remain_time: 365 * DAY_S } });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The cookie of a browser that has paid for it now. */
async function paidHere(more: Partial<Parameters<typeof paidHereCookie>[1]> = {}) {
  const [cookie = ""] = (await paidHereCookie(makeRequest("/paysuc"), { ...PAID, ...more })).split(";");
  return { cookie };
}

/** The Cookie header of a browser that keeps a Set-Cookie header. */
const cookieOf = (setCookie = "") => ({ cookie: setCookie.slice(0, setCookie.indexOf(";")) });

const noticeOn = ({ document }: Shown) => document.querySelector(".notice p")?.textContent;
const HAS = "Your plan (1 year) is active until November 22, 2027.";

describe("the browser that paid", () => {
  it.each(["/payment", "/payment/month", "/pricing/checkout/month"])(
    "is told at %s what it has, and can still buy",
    async (path) => {
      const form = await page(path, await paidHere());
      expect(noticeOn(form)).toBe(`${HAS} You ordered it in this browser. To order another one, use the form below.`);
      expect(form.see.getByRole("link", { name: "Your receipts" }).getAttribute("href")).toBe("/receipts");
      expect(form.see.getByRole("button", { name: /^Pay/ })).toBeDefined();
    },
  );

  it("is told the next payment of a plan that goes on", async () => {
    const renewal = { on: "2027-11-23T12:00:00Z", amount: 59.99, currency: "USD" };
    orderStands({ status: "success", order_state: "done", money_taken: "yes", renewal });
    expect(noticeOn(await page("/payment", await paidHere()))).toMatch(
      /^You have a plan \(1 year\)\. The next payment is on November 23, 2027\./,
    );
  });

  it("is told also where its buyer closed the tab at the provider, and is remembered from then on", async () => {
    const order = makeOrder({ orderId: "ord_9", plan: "year", email: "closed@example.com" });
    const { cookie } = cookieOf(await rememberOrder(makeRequest("/"), order));
    const form = await page("/payment", { cookie });
    expect(noticeOn(form)).toMatch(HAS);
    expect(fieldsOf(form).get("email")).toBe("closed@example.com");
    const remembered = form.answer.headers.getSetCookie().find((one) => one.startsWith("receipts="));
    expect(await ordersPaidHere(makeRequest("/", cookieOf(remembered)))).toMatchObject([{ orderId: "ord_9" }]);
    orderStands({ status: "pending", order_state: "paying" });
    expect(noticeOn(await page("/payment", { cookie }))).toBeUndefined();
  });

  it("is told nothing of an order it has sent where somebody is signed in, or has logged out since", async () => {
    const sent = cookieOf(await rememberOrder(makeRequest("/"), makeOrder({ orderId: "ord_9", plan: "year" })));
    const member = { cookie: `${sent.cookie}; ${await memberCookie()}` };
    expect(noticeOn(await page("/payment", member)) ?? "").not.toMatch(HAS);
    expect(noticeOn(await page("/payment", sent))).toMatch(HAS);
    const loggedOut = await post("/account", { intent: "logout" }, member);
    expect(loggedOut.headers.getSetCookie().join()).toMatch(/orders=;/);
    // A copy of the cookie, too.
    expect(noticeOn(await page("/payment", sent))).toBeUndefined();
  });

  it("is told of an earlier plan where the newest was paid back", async () => {
    upstream.use(
      responding(endpoints.soPurchaseResult, async (request) => {
        const isNewest = JSON.stringify(await request.json()).includes("ord_2");
        const state = isNewest ? "refunded" : "done";
        return Response.json({ status: "success", order_state: state, vip: { remain_time: 365 * DAY_S } });
      }),
    );
    const first = await paidHere();
    vi.setSystemTime(Date.now() + 60_000);
    const second = cookieOf(
      await paidHereCookie(makeRequest("/", first), { ...PAID, orderId: "ord_2", plan: "month" }),
    );
    expect(noticeOn(await page("/payment", second))).toMatch(
      /^Your plan \(1 year\) is active until November 22, 2027\./,
    );
  });

  it("is told of a plan that is not on sale any more without its length", async () => {
    expect(noticeOn(await page("/payment", await paidHere({ plan: "gone" })))).toMatch(
      /^Your plan is active until November 22, 2027\./,
    );
  });

  it.each([
    ["was paid back", () => orderStands({ status: "success", order_state: "refunded" })],
    ["is over", () => orderStands({ status: "success", order_state: "done", vip: { remain_time: 0 } })],
    ["cannot be asked about", () => upstream.use(refusing(endpoints.soPurchaseResult, 500))],
  ])("is told nothing of a plan that %s, and keeps its address", async (_, change) => {
    change();
    const form = await page("/payment", await paidHere());
    expect([form.answer.status, noticeOn(form)]).toEqual([200, undefined]);
    expect(fieldsOf(form).get("email")).toBe("paid-here@example.com");
  });

  it("finds its address filled in, whatever a campaign's link says; a member's own goes before", async () => {
    const { cookie } = await paidHere();
    const path = "/payment/year?email=campaign%40example.com";
    expect(fieldsOf(await page(path, { cookie })).get("email")).toBe("paid-here@example.com");
    const member = { cookie: `${cookie}; ${await memberCookie()}` };
    expect(fieldsOf(await page(path, member)).get("email")).toBe("member@example.com");
  });

  it("is told of the visitor's own app only", async () => {
    const form = await page("/payment", await paidHere({ appType: 101 }));
    expect([noticeOn(form), fieldsOf(form).get("email")]).toEqual([undefined, ""]);
  });

  it("never sends the token of whoever is signed in there", async () => {
    const bearers: (string | null)[] = [];
    upstream.use(
      responding(endpoints.soPurchaseResult, ({ headers }) => {
        bearers.push(headers.get("authorization"));
        return Response.error();
      }),
    );
    await page("/payment", { cookie: `${(await paidHere()).cookie}; ${await memberCookie()}` });
    expect(new Set(bearers)).toEqual(new Set([null]));
  });
});

it("a browser that has paid nothing asks about nothing", async () => {
  let asked = 0;
  upstream.use(
    responding(endpoints.soPurchaseResult, () => {
      asked += 1;
      return Response.error();
    }),
  );
  expect(noticeOn(await page("/payment/year"))).toBeUndefined();
  expect(asked).toBe(0);
});

describe("a form from before the payment, in another tab", () => {
  async function sentAfterwards(entered: Record<string, string> = BUYER) {
    const form = await page("/payment/year");
    const browser = cookiesOf(form.answer.headers);
    vi.setSystemTime(new Date("2026-11-23T12:05:00Z"));
    const { cookie } = await paidHere();
    const headers = { cookie: `${browser}; ${cookie}` };
    return { headers, again: await shown(post("/payment/year", fieldsOf(form, entered), headers)) };
  }

  it.each([BUYER, { ...BUYER, email: "other@example.com" }])(
    "tells first what there is, whatever address it has: %j",
    async (entered) => {
      let sent = 0;
      upstream.use(
        responding(endpoints.soPurchase, () => {
          sent += 1;
          return Response.json(makeSoOrder());
        }),
      );
      const { again } = await sentAfterwards(entered);
      expect([again.answer.status, sent]).toEqual([422, 0]);
      expect(again.see.getByRole("alert").textContent).toContain("You’ve ordered a plan in this browser since");
      expect(noticeOn(again)).toContain(HAS);
      expect(fieldsOf(again).get("email")).toBe(entered.email);
    },
  );

  it("buys at the next press", async () => {
    const { headers, again } = await sentAfterwards();
    const answer = await post("/payment/year", fieldsOf(again), headers);
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  });

  it("buys at once where nobody can say what there is", async () => {
    upstream.use(refusing(endpoints.soPurchaseResult, 500));
    expect((await sentAfterwards()).again.answer.status).toBe(303);
  });
});

it("a form that has told it buys at the first press", async () => {
  const headers = await paidHere();
  const form = await page("/payment/year", headers);
  const cookie = `${headers.cookie}; ${cookiesOf(form.answer.headers)}`;
  expect(leadsTo(await post("/payment/year", fieldsOf(form, BUYER), { cookie }))).toBe("/redirect");
});

it.each([
  ["this", "/redirect", () => {}],
  ["another", "/paystatus", forgetPurchases],
])("the same form sent again after it was paid leads to its order, in %s process", async (_, to, meanwhile) => {
  const form = await page("/payment/year");
  const browser = cookiesOf(form.answer.headers);
  const first = await post("/payment/year", fieldsOf(form, BUYER), { cookie: browser });
  vi.setSystemTime(new Date("2026-11-23T12:05:00Z"));
  const cookie = [browser, cookiesOf(first.headers), (await paidHere()).cookie].join("; ");
  meanwhile();
  const again = await post("/payment/year", fieldsOf(form, BUYER), { cookie });
  expect([again.status, leadsTo(again)]).toEqual([303, to]);
});

it("no page for everybody is made of it, or shown to the browser that paid", async () => {
  upstream.use(answering(endpoints.plans, { plans: [makePlan()] }));
  const { cookie } = await paidHere();
  const own = { path: "/payment/year", search: "", headers: { "x-request-id": crypto.randomUUID(), cookie } };
  const asking = ({ path, headers }: typeof own) => makeRequest(path, headers);
  expect(await find(own, () => asking(own), renderApp)).toEqual({ answer: undefined, variant: undefined });
  await page(own.path, own.headers);
  const anybodys = { ...own, headers: { ...own.headers, cookie: "" } };
  const { answer, variant } = await find(anybodys, () => asking(anybodys), renderApp);
  const kept = answer ?? (variant && (await fill(variant, anybodys, () => asking(anybodys), renderApp)));
  expect(String(kept?.body)).toContain("form");
  expect(String(kept?.body)).not.toMatch(/is active until|paid-here@example\.com/);
  forgetPages();
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Quote, readQuote, sealQuote } from "~/checkout/quote.server";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { receiptKey } from "~/owners/who-asks.server";
import { sentNotice } from "~/receipts/send-receipt.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePlan, makePrice, makeResult, makeSignUp, makeSoOrder } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { cookiesOf } from "../../visitor/requests";
import { BUYER, refusal } from "../buying";
import { orderStands, titleOf } from "../order-status";
import { OWNER } from "../receipt-owner";
import { fieldsOf, get, leadsTo, page, post, shown, tokenIn } from "../site";

/** What was sent once is sent again: by another browser, for something else, or much later. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  forgetSendings();
});

const PATH = "/payment/year";
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const HOUR_SECONDS = 3_600;

/** The keys of the purchase calls that are made. */
function listen(endpoint: typeof endpoints.soPurchase | typeof endpoints.rbCreateSubscription = endpoints.soPurchase) {
  const keys: (string | null)[] = [];
  upstream.use(
    responding(endpoint, ({ headers }) => {
      keys.push(headers.get("idempotency-key"));
      return Response.json(makeSoOrder());
    }),
  );
  return keys;
}

const alertIn = ({ see }: { see: { getByRole(role: "alert"): HTMLElement } }) => see.getByRole("alert").textContent;

describe("an order's link in another browser", () => {
  it("shows how the order stands, and neither signs in nor remembers anything for it", async () => {
    const form = await page(PATH);
    const sent = await post(PATH, fieldsOf(form, BUYER));
    orderStands({ status: "pending", order_state: "paying" });
    const answer = await get(`/paystatus?o=${tokenIn(sent)}`);
    expect(answer.status).toBe(200);
    expect(cookiesOf(answer.headers)).not.toMatch(/session|orders|paypal_token/);
  });

  it.each(["/redirect", "/paystatus", "/return/so"])(
    "makes no purchase call, however often %s is opened",
    async (path) => {
      const keys = listen();
      orderStands({ status: "pending", order_state: "paying" });
      const token = await orderToken(makeOrder());
      for (let n = 0; n < 3; n += 1) expect((await get(`${path}?o=${token}`)).status).toBeLessThan(400);
      expect(keys).toEqual([]);
    },
  );

  it("once it is paid every link to paying it leads to its success", async () => {
    const keys = listen();
    const token = await orderToken(makeOrder());
    for (const path of ["/redirect", "/paystatus", `${PATH}`, "/pricing/checkout/year"]) {
      const answer = await get(`${path}?o=${token}`);
      expect([path, answer.status]).toEqual([path, 303]);
    }
    const form = await page(PATH);
    expect(leadsTo(await post(`${PATH}?o=${token}`, fieldsOf(form, BUYER)))).toBe("/paysuc");
    expect(keys).toEqual([]);
  });

  it("has what its number is told by the browser that sent it only", async () => {
    const form = await page(PATH);
    const sent = await post(PATH, fieldsOf(form, BUYER));
    const order = await readOrderToken(tokenIn(sent));
    if (order?.kind !== "site") throw new Error("no order");
    const numberless = await orderToken({ ...order, attempt: "f".repeat(40), orderId: undefined });
    const asked: unknown[] = [];
    upstream.use(
      refusing(endpoints.soPurchase, 409, refusal("idempotency_conflict")),
      responding(endpoints.soPurchaseResult, async (request) => {
        asked.push(await request.json());
        return Response.json(makeResult());
      }),
    );
    const opened = await page(`/paystatus?o=${numberless}`, { cookie: cookiesOf(sent.headers) });
    expect([titleOf(opened), asked]).toEqual(["We can’t see your payment yet", []]);
  });
});

describe("a quote", () => {
  /** The form with another quote in it. */
  async function withQuote(change: Partial<Quote>, entered: Record<string, string> = {}) {
    const fields = fieldsOf(await page(PATH), { ...BUYER, ...entered });
    const quote = await readQuote(fields.get("quote") ?? "", "year");
    if (typeof quote === "string") throw new Error("no quote");
    fields.set("quote", await sealQuote({ ...quote, ...change }));
    return post(PATH, fields);
  }

  it.each([
    ["a lower amount", { amount: 0.99 }, "The price has changed"],
    ["another currency", { currency: "INR" }, "The price has changed"],
    ["a lower renewal", { renewal: 0.99 }, "What you’d be agreeing to has changed"],
  ])("of the past with %s is answered with today's price, and nothing is ordered", async (_, change, told) => {
    const keys = listen();
    const again = await shown(withQuote(change));
    expect([again.answer.status, keys]).toEqual([422, []]);
    expect(alertIn(again)).toContain(told);
  });

  it("for another plan is none", async () => {
    const again = await shown(withQuote({ plan: "month" }));
    expect([again.answer.status, alertIn(again)]).toEqual([422, expect.stringContaining("couldn’t confirm the price")]);
  });

  it("of a country where it is cheaper is not paid from another one", async () => {
    const keys = listen();
    const price = (request: Request) => {
      const isIndia = new URL(request.url).searchParams.get("customer_country") === "IN";
      return {
        products: [isIndia ? makePrice({ currency: "INR", subscription: { price: { gross: 999 } } }) : makePrice()],
      };
    };
    upstream.use(answering(endpoints.prices, price));
    const cheap = fieldsOf(await page(`${PATH}?country=IN`), { ...BUYER, country: "ES" });
    const again = await shown(post(PATH, cheap));
    expect([again.answer.status, keys]).toEqual([422, []]);
    expect(alertIn(again)).toMatch(/from ₹999(\.00)? to €54\.99/);
  });

  it("many hours old pays while it still is the price, and not any more once it is not", async () => {
    const fields = fieldsOf(await page(PATH), BUYER);
    later(20 * HOUR_SECONDS);
    expect((await post(PATH, fields)).status).toBe(303);
    later(HOUR_SECONDS);
    upstream.use(
      answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }),
      answering(endpoints.prices, { products: [] }),
    );
    const again = await shown(
      post(PATH, new URLSearchParams({ ...Object.fromEntries(fields), attempt: "g".repeat(40) })),
    );
    expect([again.answer.status, alertIn(again)]).toEqual([422, expect.stringContaining("to $64.99")]);
  });

  it("with a coupon that has ended since is the payments API's to judge, and both prices are shown", async () => {
    const form = await page(`${PATH}?coupon=WELCOME20`);
    upstream.use(
      refusing(endpoints.soPurchase, 409, refusal("coupon_expired")),
      answering(endpoints.checkCoupon, { valid: false, reason: "expired" }),
    );
    const again = await shown(post(PATH, fieldsOf(form, BUYER)));
    expect(again.answer.status).toBe(422);
    expect(alertIn(again)).toContain("This coupon has expired");
  });
});

describe("a form that is sent again", () => {
  it("with another address under the same attempt orders nothing", async () => {
    const keys = listen();
    const fields = fieldsOf(await page(PATH), BUYER);
    await post(PATH, fields);
    fields.set("email", "somebody@example.com");
    const again = await shown(post(PATH, fields));
    expect([again.answer.status, keys.length]).toEqual([422, 1]);
  });

  it("by another browser is the same purchase, which that browser does not come to own", async () => {
    const keys = listen();
    const fields = fieldsOf(await page(PATH), BUYER);
    const [first, second] = [await post(PATH, fields), await post(PATH, fields, { cookie: "csrf=other" })];
    expect([first.status, second.status, new Set(keys).size]).toEqual([303, 303, 1]);
    expect(keys).toEqual([fields.get("attempt")]);
  });

  it("with the stamp that has been good once is the same guarded purchase, and not a second one", async () => {
    const keys = listen(endpoints.rbCreateSubscription);
    const fields = fieldsOf(await page(PATH), { ...BUYER, provider: "rb" });
    later(30);
    for (let n = 0; n < 3; n += 1) expect((await post(PATH, fields)).status).toBe(303);
    expect(keys).toEqual([fields.get("attempt")]);
  });

  it.each([
    ["of the checkout on the form that signs in", PATH, "form.pay", "/account", "form.sign-up"],
    ["of signing in on the checkout", "/account", "form.sign-up", PATH, "form.pay"],
  ])("a stamp and attempt %s prove nothing there", async (_, from, formFrom, to, formTo) => {
    const calls: string[] = [];
    upstream.events.on("request:start", ({ request }) => {
      if (/signup|create_subscription/.test(request.url)) calls.push(request.url);
    });
    const taken = fieldsOf(await page(from), {}, formFrom);
    later(30);
    const fields = fieldsOf(await page(to), { email: "a@example.com", provider: "rb" }, formTo);
    for (const name of ["attempt", "stamp"]) fields.set(name, taken.get(name) ?? "");
    const again = await shown(post(to, fields));
    upstream.events.removeAllListeners();
    expect([again.answer.status, calls]).toEqual([422, []]);
  });

  it("for one address after another, by a browser that keeps no cookies, a single stamp is refused before long", async () => {
    const tokens: unknown[] = [];
    upstream.use(
      responding(endpoints.anonymousSignup, async (request) => {
        const { recasign } = endpoints.anonymousSignup.body.parse(await request.json());
        tokens.push(recasign);
        return Response.json(makeSignUp());
      }),
    );
    const fields = fieldsOf(await page("/account"), {}, "form.sign-up");
    later(30);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      fields.set("email", `victim${n}@example.com`);
      statuses.push((await post("/account", fields, { "x-request-id": `req-${n}` })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([303, 429]);
    // The payments API sees that they all came with one form.
    expect(new Set(tokens).size).toBe(1);
  });

  it("with a stamp of two hours ago comes back as a new one, in both forms", async () => {
    for (const [path, form] of [
      [PATH, "form.pay"],
      ["/account", "form.sign-up"],
    ] as const) {
      const fields = fieldsOf(await page(path), { email: "a@example.com", provider: "rb" }, form);
      later(2 * 3600 + 1);
      const again = await shown(post(path, fields));
      expect(again.answer.status).toBe(422);
      expect(again.see.getAllByText(/open for a long time/)).not.toEqual([]);
      expect(fieldsOf(again, {}, form).get("attempt")).not.toBe(fields.get("attempt"));
    }
  });
});

it("a notice of a receipt that was sent is told for ten minutes, and to its owner only", async () => {
  const notice = await sentNotice(OWNER, "friend@example.com");
  const isTold = async (owner = OWNER) => {
    const key = await receiptKey(owner);
    return (await page(`/receipts?k=${key}&sent=${notice}`)).html.includes("friend@example.com");
  };
  expect([await isTold(), await isTold({ ...OWNER, user_id: 7 })]).toEqual([true, false]);
  later(601);
  expect(await isTold()).toBe(false);
});

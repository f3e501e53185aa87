import { describe, expect, it } from "vitest";
import { type AnyOrder, orderToken, readOrderToken } from "~/orders/order-token.server";
import { PROVIDERS } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { makeApiError, makeResult, makeRzOrder } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeAppOrder, makeOrder } from "../orders/orders";
import { Browser } from "./browser";
import { BUYER } from "./buying";
import { orderStands, refreshIn } from "./order-status";
import { fieldsOf, get, leadsTo, page, post, type Shown, tokenIn } from "./site";

const PAY_AT = "https://pay.test/so/ord_1?lang=en&x=1";
const LINKED = PROVIDERS.filter((provider) => provider !== "rz");
const linkTo = (address: string) => ({ kind: "link", address }) as const;
const handOff = async (order: AnyOrder = makeOrder(), lang = "") => `${lang}/redirect?o=${await orderToken(order)}`;
const policyOf = ({ answer }: Shown) => answer.headers.get("content-security-policy");

describe.each(LINKED)("%s", (provider) => {
  it("takes the buyer to the provider's page by itself, with or without scripts, and by a link", async () => {
    orderStands({ status: "pending", redirect_url: PAY_AT }, provider);
    const shown = await page(await handOff(makeOrder({ provider, handOff: linkTo(PAY_AT) })));
    expect(shown.answer.status).toBe(200);
    expect(refreshIn(shown)).toBe(`0;url=${PAY_AT}`);
    expect(shown.see.getByRole("link", { name: "Continue to payment" }).getAttribute("href")).toBe(PAY_AT);
    expect(policyOf(shown)).toContain("form-action 'self';");
  });

  it("of an order that was tried again since, a buyer who kept the first page is led to the latest one", async () => {
    const later = "https://pay.test/so/the-second-attempt";
    orderStands({ status: "pending", order_state: "paying", redirect_url: later }, provider);
    const first = makeOrder({ provider, handOff: linkTo(PAY_AT) });
    const status = await page(`/paystatus?o=${await orderToken(first)}`);
    const on = status.see.getByRole("link", { name: "Continue to payment" }).getAttribute("href") ?? "";
    expect(refreshIn(await page(on))).toBe(`0;url=${later}`);
  });

  it.each(["https://evil.test/so/2", "https://other-pay.test/so/2", "http://pay.test/so/2", "not an address"])(
    "a result does not lead to another host than the purchase did, nor past the guard (%s)",
    async (redirect_url) => {
      changeEnv({ redirectHosts: ["pay.test", "other-pay.test"], isTestMode: false });
      orderStands({ status: "pending", redirect_url }, provider);
      const shown = await page(await handOff(makeOrder({ provider, handOff: linkTo(PAY_AT) })));
      expect(refreshIn(shown)).toBe(`0;url=${PAY_AT}`);
    },
  );

  it.each(["https://evil.test/", "http://pay.test/", "https://pay.test@evil.test/"])(
    "nobody is led to an address on another host (%s), and it is an error in the log",
    async (address) => {
      orderStands({ status: "pending", redirect_url: PAY_AT }, provider);
      const errors = watchLog("error");
      const attempt = `attempt-${provider}-${address}`.replaceAll(/[^a-z-]/g, "");
      const answer = await get(await handOff(makeOrder({ provider, attempt, handOff: linkTo(address) })));
      expect(leadsTo(answer)).toBe("/paystatus");
      expect(errors).toContainEqual(expect.objectContaining({ message: "payment address refused" }));
    },
  );
});

describe("rz", () => {
  const order = makeOrder({ provider: "rz" });
  const unpaid = () => orderStands({ status: "pending", redirect_url: "https://pay.test/rz/ord_1" }, "rz");
  const formIn = ({ document }: Shown) => document.querySelector<HTMLFormElement>("main form");
  const fieldsIn = (shown: Shown) =>
    Object.fromEntries([...(formIn(shown)?.querySelectorAll("input") ?? [])].map(({ name, value }) => [name, value]));

  it("one button sends the provider's form, with the fields of its hosted checkout", async () => {
    unpaid();
    const shown = await page(await handOff(order));
    const form = formIn(shown);
    expect([form?.method, form?.action]).toEqual(["post", "https://pay.test/rz/checkout"]);
    expect(shown.see.getByRole("button", { name: "Continue to payment" })).toBeDefined();
    const back = `http://localhost:3000/return/rz?o=${await orderToken({ ...order, orderId: undefined })}`;
    expect(fieldsIn(shown)).toEqual({
      key_id: "rzp_test_1",
      order_id: "order_1",
      amount: "5999",
      currency: "USD",
      name: "VPN",
      description: "1 year",
      "prefill[email]": "buyer@example.com",
      callback_url: back,
      cancel_url: `${back}&cancelled=1`,
    });
    expect(refreshIn(shown)).toBeUndefined();
  });

  it("a subscription is paid for as one", async () => {
    unpaid();
    upstream.use(answering(endpoints.rzPurchase, makeRzOrder({ razorpay_subscription_id: "sub_1" })));
    const fields = fieldsIn(await page(await handOff(order)));
    expect([fields.subscription_id, fields.order_id]).toEqual(["sub_1", undefined]);
  });

  it("its page, and no other, may send a form to the provider's host", async () => {
    unpaid();
    const shown = await page(await handOff(order));
    expect(policyOf(shown)).toContain("form-action 'self' https://pay.test;");
    expect(policyOf(shown)).not.toContain("frame-src");
    expect(policyOf(await page("/redirect?o=x"))).toContain("form-action 'self';");
  });

  it("what a client says about sources changes nothing", async () => {
    const headers = { "X-Page-Sources": '{"script":["https://evil.test"]}' };
    expect(policyOf(await page("/payment/year", headers))).not.toContain("evil.test");
  });

  it("data that the browser asks for by itself does not tell about sources", async () => {
    unpaid();
    const answer = await get(`${await handOff(order)}&_data=routes%2F%28%24lang%29.redirect`);
    expect([answer.status, answer.headers.get("x-page-sources")]).toEqual([200, null]);
  });

  it("no form goes to another host, and it is an error in the log", async () => {
    unpaid();
    upstream.use(answering(endpoints.rzPurchase, makeRzOrder({ checkout_url: "https://evil.test/" })));
    const errors = watchLog("error");
    expect(leadsTo(await get(await handOff(order)))).toBe("/paystatus");
    expect(errors).toContainEqual(expect.objectContaining({ message: "payment address refused" }));
  });

  it("where nobody knows its fields any more the status page says how the order stands", async () => {
    unpaid();
    upstream.use(refusing(endpoints.rzPurchase, 503));
    expect(leadsTo(await get(await handOff(order)))).toBe("/paystatus");
  });
});

it.each([
  ["is paid", { status: "success", money_taken: "yes" }],
  ["was declined", { status: "failed", fail_code: "risk" }],
  ["has its money, whatever the page still says", { status: "pending", money_taken: "yes", redirect_url: PAY_AT }],
] as const)("an order that %s is not paid again: its status is shown", async (_, result) => {
  orderStands(result);
  const answer = await get(await handOff(makeOrder(), "/de"));
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/de/paystatus"]);
});

it("an order that was begun in an app is paid there: its status is shown", async () => {
  const result = { status: "pending", order_state: "paying", money_taken: "no", redirect_url: PAY_AT } as const;
  upstream.use(
    answering(endpoints.gapPurchaseResult, {
      ...result,
      order_id: "ord_1",
      plan_id: "year",
      amount: 1,
      currency: "USD",
    }),
  );
  expect(leadsTo(await get(await handOff(makeAppOrder())))).toBe("/paystatus");
});

it("while the payments API is away the status page waits", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 500));
  expect(leadsTo(await get(await handOff()))).toBe("/paystatus");
});

it.each(["/redirect", "/redirect?o=", "/redirect?o=x"])(
  "%s names no order: a 404 that says not to pay again",
  async (path) => {
    const { answer, see } = await page(path);
    expect(answer.status).toBe(404);
    expect(see.getByText(/don’t pay again/)).toBeDefined();
  },
);

it("an order the payments API does not know is a 404", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 404));
  expect((await get(await handOff())).status).toBe(404);
});

it("whoever only follows somebody else's order is not shown the way to pay it", async () => {
  orderStands({ status: "pending", redirect_url: PAY_AT });
  const followed = makeOrder({ isFollower: true, handOff: linkTo(PAY_AT) });
  expect(leadsTo(await get(await handOff(followed)))).toBe("/paystatus");
  const { html } = await page(`/paystatus?o=${await orderToken(followed)}`);
  expect(html).not.toContain("pay.test");
  expect(html).not.toContain("/redirect?");
});

it("an order that was found by somebody else's e-mail address is not remembered as their own", async () => {
  const error = makeApiError({ error: { code: "order_live", message: "" }, order: makeResult({ order_id: "ord_7" }) });
  upstream.use(refusing(endpoints.soPurchase, 409, error));
  const answer = await post("/payment/year", fieldsOf(await page("/payment/year"), BUYER));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_7", isFollower: true });
  expect(answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("orders="))).toEqual([]);
});

describe("a second form for an order that is under way", () => {
  /** Sends a form after another one that the payments API already has. */
  async function secondForm({ browser, firstBrowser }: Record<"browser" | "firstBrowser", Browser>) {
    const first = fieldsOf(await firstBrowser.open("/payment/year"), BUYER);
    const order = makeResult({ order_id: "ord_7", status: "pending", redirect_url: PAY_AT });
    const live = { ...order, idempotency_key: first.get("attempt") ?? "" };
    upstream.use(
      refusing(endpoints.soPurchase, 409, makeApiError({ error: { code: "order_live", message: "" }, order: live })),
    );
    orderStands({ status: "pending", redirect_url: PAY_AT });
    const answer = await browser.send("/payment/year", fieldsOf(await browser.open("/payment/year"), BUYER));
    return readOrderToken(tokenIn(answer));
  }

  it("is the same browser's own: it is told where to pay, although nobody remembers the first answer", async () => {
    const browser = new Browser();
    const order = await secondForm({ browser, firstBrowser: browser });
    expect(order).toMatchObject({ orderId: "ord_7", handOff: linkTo(PAY_AT) });
    expect(order).not.toHaveProperty("isFollower");
  });

  it("only follows it in another browser", async () => {
    const order = await secondForm({ browser: new Browser(), firstBrowser: new Browser() });
    expect(order).toMatchObject({ orderId: "ord_7", isFollower: true });
    expect(order).not.toHaveProperty("handOff");
  });
});

describe("an API that tells an order's status by a word only", () => {
  const answers = (status: string) =>
    upstream.use(responding(endpoints.soPurchaseResult, () => Response.json({ status })));

  it("sends the buyer to the address that came with the order", async () => {
    answers("processing");
    expect(refreshIn(await page(await handOff(makeOrder({ handOff: linkTo(PAY_AT) }))))).toBe(`0;url=${PAY_AT}`);
  });

  it("sends nobody there again who comes back from it", async () => {
    answers("processing");
    expect(leadsTo(await get(await handOff(makeOrder())))).toBe("/paystatus");
  });

  it("sends nobody there once the order is paid", async () => {
    answers("active");
    expect(leadsTo(await get(await handOff(makeOrder({ handOff: linkTo(PAY_AT) }))))).toBe("/paystatus");
  });
});

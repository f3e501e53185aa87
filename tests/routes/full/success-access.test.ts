import { describe, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { signUpCookies } from "~/visitor/sealed-cookies.server";
import { makeApiError, makeInvoice, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeAppOrder, makeOrder } from "../../orders/orders";
import { cookieLine, memberCookie } from "../../visitor/requests";
import { BUYER, refusal } from "../buying";
import { orderStands } from "../order-status";
import { OWNER, signedIn } from "../receipt-owner";
import { fieldsOf, get, leadsTo, page, post, type Shown, tokenIn } from "../site";

const ACCOUNT = { user_id: 200_017, email: "buyer@example.com" };

/** From now on the order is paid, and the payments API gives its buyer an account and the key to their receipts. */
const paidWith = (more: Parameters<typeof makeResult>[0]) =>
  upstream.use(
    answering(endpoints.soPurchaseResult, makeResult(more)),
    answering(endpoints.gapPurchaseResult, makeResult(more)),
  );

const success = async (order: Parameters<typeof orderToken>[0] = makeOrder(), headers = {}) =>
  page(`/paysuc?o=${await orderToken(order)}`, headers);

const receiptsLink = ({ see }: Shown) => see.queryByRole("link", { name: "Your receipts" })?.getAttribute("href");

/** Nothing on the page, seen or unseen, lets into the account or its receipts. */
function expectNoKey({ html }: Shown) {
  expect(html).not.toMatch(/receipts\?k=|200017|receipts-link/);
}

describe("a buyer without an account", () => {
  it("sees what to keep: e-mail, account ID, and the link to this order", async () => {
    paidWith({ receipts: OWNER, account: ACCOUNT });
    const bought = await success();
    const { see } = bought;
    expect(see.getByText("Account ID").nextElementSibling?.textContent).toBe("200017");
    const { value } = see.getByRole<HTMLInputElement>("textbox", { name: "Link to this order" });
    expect(value).toBe(`http://localhost:3000${receiptsLink(bought)}`);
  });

  it("opens the receipts with that link, in any browser", async () => {
    paidWith({ receipts: OWNER, account: ACCOUNT });
    const asked: unknown[] = [];
    upstream.use(
      responding(endpoints.invoiceList, async (request) => {
        asked.push(await request.json());
        return Response.json({ invoices: [] });
      }),
    );
    const { answer } = await page(receiptsLink(await success()) ?? "");
    expect([answer.status, asked]).toEqual([200, [OWNER]]);
  });

  it.each([
    ["neither", {}],
    ["nonsense", { receipts: { ...OWNER, sign: "a\u0000" }, account: ACCOUNT }],
  ])("for whom the payments API has %s sees success without a link", async (_, more) => {
    paidWith(more);
    const bought = await success();
    expect([bought.answer.status, receiptsLink(bought)]).toEqual([200, undefined]);
  });
});

it("keys that are not of their shape never keep a paid order from showing as paid", async () => {
  const result = { ...makeResult(), receipts: { user_id: "x" }, account: 7 };
  upstream.use(responding(endpoints.soPurchaseResult, () => Response.json(result)));
  expect((await success()).answer.status).toBe(200);
});

it("a buyer whom the app has signed in goes to their receipts without a key, and has nothing to keep", async () => {
  paidWith({ receipts: OWNER });
  const bought = await success(makeOrder({ userId: 42 }), { cookie: await memberCookie("t0ken", 101) });
  expect(receiptsLink(bought)).toBe("/receipts");
  expect(bought.see.getByText(/Go back to VPN Master/)).toBeDefined();
  expect(bought.see.queryByText("Account ID")).toBeNull();
});

describe("every buyer leaves with a working key, which opens that order:", () => {
  it.each([
    ["after a sign-up by typing", async () => cookieLine(await signUpCookies({ token: "42.token" }))],
    ["with an app's link that nobody has signed", async () => (await signedIn()).cookie],
  ])("%s", async (_, cookieOf) => {
    paidWith({ receipts: OWNER, account: ACCOUNT });
    const cookie = await cookieOf();
    upstream.use(
      responding(endpoints.invoiceList, async (request) => {
        const isKey = JSON.stringify(await request.json()) === JSON.stringify(OWNER);
        return isKey
          ? Response.json({ invoices: [makeInvoice()] })
          : Response.json(makeApiError({ code: 403 }), { status: 403 });
      }),
    );
    const form = await page("/payment/year", { cookie });
    const token = tokenIn(await post("/payment/year", fieldsOf(form, BUYER), { cookie }));
    const link = receiptsLink(await page(`/paysuc?o=${token}`, { cookie })) ?? "";
    expect(link).toMatch(/^\/receipts\?k=/);
    expect((await page(link, { cookie })).see.getByText("$59.99")).toBeDefined();
  });
});

it("a buyer whom a sign-up has signed in is in no app yet, and keeps the link to their receipts", async () => {
  paidWith({ receipts: OWNER });
  const cookie = cookieLine(await signUpCookies({ token: "t0ken" }));
  const bought = await success(makeOrder({ userId: 42 }), { cookie });
  expect(bought.see.getByText(/sign in with your email\.$/)).toBeDefined();
  const { value } = bought.see.getByRole<HTMLInputElement>("textbox", { name: "Link to this order" });
  expect(value).toBe(`http://localhost:3000${receiptsLink(bought)}`);
});

it("a buyer who paid from the app is in it, whichever browser they came back in", async () => {
  paidWith({ receipts: OWNER });
  const bought = await success(makeOrder({ userId: 42 }));
  expect(bought.see.getByText(/Go back to Vela VPN/)).toBeDefined();
  expect(bought.see.queryByText("Account ID")).toBeNull();
});

describe("somebody who typed another buyer's e-mail", () => {
  it.each(["order_live", "order_done"])("is told no more of that order (%s) than that it is paid", async (code) => {
    paidWith({ order_id: "ord_7", receipts: OWNER, account: ACCOUNT });
    upstream.use(
      refusing(endpoints.soPurchase, 409, refusal(code, { order: makeResult({ order_id: "ord_7", receipts: OWNER }) })),
    );
    const followed = await post("/payment/year", fieldsOf(await page("/payment/year"), BUYER));
    expect(await readOrderToken(tokenIn(followed))).toMatchObject({ orderId: "ord_7", isFollower: true });
    expect(leadsTo(await get(`/paysuc?o=${tokenIn(followed)}`))).toBe("/paystatus");
    const paid = await page(`/paystatus?o=${tokenIn(followed)}`);
    expect(paid.see.getByRole("heading", { level: 1 }).textContent).toBe("This order is complete");
    expectNoKey(paid);
  });

  it("buys an order of their own when they pay after all, and names that one to nobody", async () => {
    const token = await orderToken(makeOrder({ orderId: "ord_7", isFollower: true }));
    const form = await page(`/payment/year?o=${token}`);
    const answer = await post(`/payment/year?o=${token}`, fieldsOf(form, BUYER));
    const order = await readOrderToken(tokenIn(answer));
    expect(order).toMatchObject({ orderId: "ord_1", attempt: fieldsOf(form).get("attempt") });
    expect(order).not.toHaveProperty("retryOf");
    expect(order).not.toHaveProperty("isFollower");
  });
});

it("a further attempt at one's own order stays one's own", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const token = await orderToken(makeOrder({ orderId: "ord_7" }));
  upstream.use(
    refusing(endpoints.soPurchase, 409, refusal("order_live", { order: makeResult({ order_id: "ord_7" }) })),
  );
  const answer = await post(`/payment/year?o=${token}`, fieldsOf(await page(`/payment/year?o=${token}`), BUYER));
  const order = await readOrderToken(tokenIn(answer));
  expect(order).toMatchObject({ orderId: "ord_7", retryOf: "ord_7" });
  expect(order).not.toHaveProperty("isFollower");
});

it("a purchase made in an app, whose number anybody may know, shows no key and no account", async () => {
  paidWith({ receipts: OWNER, account: ACCOUNT });
  const bought = await success(makeAppOrder());
  expect(bought.answer.status).toBe(200);
  expectNoKey(bought);
});

it("an order that is not paid yet shows no key", async () => {
  paidWith({ status: "pending", order_state: "granting", receipts: OWNER, account: ACCOUNT });
  expectNoKey(await page(`/paystatus?o=${await orderToken(makeOrder())}`));
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newAttempt } from "~/checkout/form-fields.server";
import { type Order, orderToken } from "~/orders/order-token.server";
import { receiptKey } from "~/owners/who-asks.server";
import { seal } from "~/sealing.server";
import { csrfToken } from "~/security/forms.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeInvoice, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeAppOrder, makeOrder } from "../../orders/orders";
import { makeRequest, memberCookie, SIGNED_LINK } from "../../visitor/requests";
import { Browser } from "../browser";
import { BUYER } from "../buying";
import { titleOf } from "../order-status";
import { OWNER, signedIn } from "../receipt-owner";
import { fieldsOf, get, leadsTo, page, tokenIn } from "../site";
import { subscribed } from "../subscriptions";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The buyer in these tests; OWNER is whoever an app's link signs in. */
const HERE = { ...OWNER, user_id: 7 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: HERE })));
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the payments API is asked about invoices, and with whose token. */
function listening() {
  const asked: unknown[] = [];
  upstream.use(
    responding(endpoints.invoiceList, async (request) => {
      asked.push([await request.json(), request.headers.get("authorization")]);
      return Response.json({ invoices: [makeInvoice({ invoice_id: "inv_here" })] });
    }),
  );
  return asked;
}

/** A browser in which somebody has just paid, on the success page. */
async function paid() {
  const browser = new Browser();
  const form = await browser.open("/payment/year");
  const token = tokenIn(await browser.send("/payment/year", fieldsOf(form, BUYER)));
  expect(titleOf(await browser.open(`/paysuc?o=${token}`))).toBe("Thank you. Your plan is active.");
  return { browser, token };
}

describe("the browser that paid", () => {
  it("opens its receipts, and each of them, without a key in the address", async () => {
    const { browser } = await paid();
    const asked = listening();
    const list = await browser.open("/receipts");
    expect([list.answer.status, asked]).toEqual([200, [[HERE, null]]]);
    const receipt = list.see.getByRole("link", { name: /View and print/ }).getAttribute("href");
    expect(receipt).toBe("/receipts/inv_here");
    expect(titleOf(await browser.open("/receipts/inv_here"))).toBe("Receipt");
    expect(list.see.queryByText(/don’t share it/)).toBeNull();
  });

  it("sends a receipt from there, as its buyer", async () => {
    const { browser } = await paid();
    listening();
    const sent: unknown[] = [];
    upstream.use(
      responding(endpoints.invoiceSend, async (request) => {
        sent.push(await request.json());
        return Response.json({ sent: true });
      }),
    );
    const fields = fieldsOf(await browser.open("/receipts"), { email: "friend@example.com" }, "table form");
    const answer = await browser.send("/receipts", fields);
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/receipts"]);
    expect(sent).toEqual([{ ...HERE, invoice_id: "inv_here", email: "friend@example.com" }]);
  });

  it.each(["/cancel", "/withdraw", "/renewal"])("finds its subscriptions at %s, too", async (path) => {
    const asked = subscribed({});
    const { browser } = await paid();
    expect((await browser.open(path)).answer.status).toBe(200);
    expect(asked).toEqual([HERE]);
  });

  it("is said to be the reason, and forgets it at a press", async () => {
    const { browser } = await paid();
    listening();
    const list = await browser.open("/receipts");
    expect(list.see.getByText(/because you ordered in this browser/)).toBeDefined();
    const stop = list.see.getByRole<HTMLButtonElement>("button", { name: "Stop showing them here" });
    const answer = await browser.send("/receipts", { [stop.name]: stop.value });
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/receipts"]);
    expect((await browser.open("/receipts")).see.getByText(/Open this page from the app/)).toBeDefined();
  });

  it("forgets it for whoever logs out, and when somebody signs up", async () => {
    for (const intent of ["logout", "signup"]) {
      const { browser } = await paid();
      const account = await browser.open("/account");
      vi.setSystemTime(Date.now() + 30_000);
      const entered = { email: "member@example.com", intent };
      expect((await browser.send("/account", fieldsOf(account, entered, "form.sign-up"))).status).toBe(303);
      expect(browser.cookie).not.toContain("receipts=");
    }
  });

  it("forgets it after 30 days, and a copy of its cookie is worth nothing then", async () => {
    const { browser } = await paid();
    const asked = listening();
    vi.setSystemTime(Date.now() + 29 * DAY_MS);
    await browser.open("/receipts");
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(titleOf(await browser.open("/receipts"))).toBe("Your receipts");
    expect(asked).toHaveLength(1);
  });

  it("forgets it when the payments API no longer accepts it, and is told how else to get there", async () => {
    for (const path of ["/receipts", "/receipts/inv_here", "/cancel"]) {
      subscribed({});
      const { browser } = await paid();
      upstream.use(
        refusing(endpoints.invoiceList, 403, makeApiError({ code: 403 })),
        refusing(endpoints.subscriptionList, 403, makeApiError({ code: 403 })),
      );
      expect((await browser.open(path)).answer.status).toBe(403);
      expect(browser.cookie).not.toContain("receipts=");
    }
  });

  it("keeps it while the payments API is away", async () => {
    const { browser } = await paid();
    upstream.use(refusing(endpoints.invoiceList, 503));
    expect((await browser.open("/receipts")).answer.status).toBe(503);
    expect(browser.cookie).toContain("receipts=");
  });

  it("shows what a key in the address opens, and what an app's accepted link does, before its own", async () => {
    const { browser } = await paid();
    const asked = listening();
    const other = { ...OWNER, user_id: 8 };
    const { cookie } = browser;
    await page(`/receipts?k=${await receiptKey(other)}`, { cookie });
    await page("/receipts", { cookie: `${cookie}; ${await memberCookie()}` });
    const { uid, sign_timestamp: signed_time, sign } = SIGNED_LINK;
    expect(asked).toEqual([
      [other, null],
      [{ user_id: Number(uid), signed_time, sign }, `Bearer ${SIGNED_LINK.token}`],
    ]);
  });

  it("shows its own though somebody has led it to a link that nobody accepted", async () => {
    const { browser } = await paid();
    const asked = listening();
    const list = await page("/receipts", { cookie: `${browser.cookie}; ${(await signedIn()).cookie}` });
    expect([list.answer.status, asked]).toEqual([200, [[HERE, null]]]);
  });

  it("never sends the token of whoever is signed in there", async () => {
    const { browser } = await paid();
    const asked = listening();
    await page("/receipts", { cookie: `${browser.cookie}; paypal_token=t0ken` });
    expect(asked).toEqual([[HERE, null]]);
  });

  it("forgets who paid there once an app's link is opened: that may be somebody else", async () => {
    const { browser } = await paid();
    expect(browser.cookie).toContain("receipts=");
    await browser.open(`/payment?${new URLSearchParams(SIGNED_LINK)}`);
    expect(browser.cookie).toContain("session=");
    expect(browser.cookie).not.toContain("receipts=");
  });

  it("says in no letter whom it is signed in as: that may be somebody else", async () => {
    subscribed({ state: "ended" });
    const { browser } = await paid();
    const { see } = await page("/cancel", { cookie: `${browser.cookie}; paypal_token=t0ken` });
    const letter = see.getByRole("link", { name: "Write an email" }).getAttribute("href") ?? "";
    expect(decodeURIComponent(letter)).not.toContain("Email used for the purchase");
  });
});

describe("nothing is kept", () => {
  const storedBy = async (order: Parameters<typeof orderToken>[0], headers = {}) => {
    const answer = await get(`/paysuc?o=${await orderToken(order)}`, headers);
    return answer.headers.getSetCookie().filter((cookie) => cookie.startsWith("receipts="));
  };

  /** An order made in this browser, and its cookie. */
  function ownOrder(more: Partial<Order> = {}) {
    const { token } = csrfToken(makeRequest("/"));
    return [makeOrder({ attempt: newAttempt(token), ...more }), { cookie: `csrf=${token}` }] as const;
  }

  it("but in the browser that made the order", async () => {
    const [order, headers] = ownOrder();
    expect(await storedBy(order, headers)).toHaveLength(1);
    expect(await storedBy(order)).toEqual([]);
    expect(await storedBy(order, { cookie: `csrf=${csrfToken(makeRequest("/")).token}` })).toEqual([]);
  });

  it("for whoever was led to somebody's order", async () => {
    expect(await storedBy(...ownOrder({ isFollower: true }))).toEqual([]);
  });

  it("for a purchase made in an app", async () => {
    expect(await storedBy(makeAppOrder())).toEqual([]);
  });
});

it("a browser remembers what it paid where the payments API gives no key, too, and opens no receipts with it", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult()));
  const { browser } = await paid();
  expect(browser.cookie).toContain("receipts=");
  const asked = listening();
  expect((await browser.open("/receipts")).see.getByText(/Open this page from the app/)).toBeDefined();
  expect(asked).toEqual([]);
});

it("no other sealed text is taken for it, and it is no key", async () => {
  const asked = listening();
  const order = {
    orderId: "ord_1",
    provider: "so",
    appType: 502,
    plan: "year",
    email: "buyer@example.com",
    owner: HERE,
  };
  const content = { orders: [order], until: Date.now() + DAY_MS };
  for (const text of [await receiptKey(HERE), await seal("session", content), await seal("order", content), "x"])
    expect((await page("/receipts", { cookie: `receipts=${text}` })).see.getByText(/Open this page/)).toBeDefined();
  expect((await page(`/receipts?k=${await seal("paidHere", content)}`)).answer.status).toBe(404);
  expect(asked).toEqual([]);
});

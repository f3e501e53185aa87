import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { receiptKey } from "~/owners/who-asks.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { type InvoiceOwner, invoiceOwner } from "~/upstream/contract/invoices";
import { OPTIONAL_CALLS } from "~/upstream/contract/subscriptions";
import { makeApiError, makeInvoice, makeParams, makeResult, makeSoOrder, makeSubscription } from "../../mocks/builders";
import { answering, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { stopClock } from "../../mocks/stopped-clock";
import { Browser } from "../browser";
import { BUYER } from "../buying";
import { titleOf } from "../order-status";
import { OWNER } from "../receipt-owner";
import { fieldsOf, page, post, type Shown, tokenIn } from "../site";
import { mailingLinks } from "../subscriptions";

beforeEach(forgetSendings);

/** Two orders that were bought with one address, each with its own key: of the same user, as both have that address. */
const FIRST: InvoiceOwner = { ...OWNER, sign: "first" };
const SECOND: InvoiceOwner = { ...OWNER, sign: "second" };
const ORDERS = [
  { id: "1", owner: FIRST, issued_at: "2026-01-01T00:00:00Z" },
  { id: "2", owner: SECOND, issued_at: "2026-02-01T00:00:00Z" },
];
type OrderOf = (typeof ORDERS)[number];

const paidBoth = async () => {
  const browser = new Browser();
  for (const { id, owner } of ORDERS) {
    const order_id = `ord_${id}`;
    upstream.use(
      answering(endpoints.soPurchase, makeSoOrder({ order_id })),
      answering(endpoints.soPurchaseResult, makeResult({ order_id, receipts: owner })),
    );
    const form = await browser.open("/payment/year");
    const token = tokenIn(await browser.send("/payment/year", fieldsOf(form, BUYER)));
    expect(titleOf(await browser.open(`/paysuc?o=${token}`))).toBe("Thank you. Your plan is active.");
  }
  return browser;
};

/** The payments API answers for each key alone, and refuses those of `refused`. What it is asked besides is kept. */
function openingEach(refused: readonly unknown[] = []) {
  const asked: unknown[] = [];
  const answerFor = (answer: (order: OrderOf) => object) => async (request: Request) => {
    const { user_id, signed_time, sign, ...rest } = z.looseObject(invoiceOwner.shape).parse(await request.json());
    if (Object.keys(rest).length > 0) asked.push({ sign, ...rest });
    const order = ORDERS.find(({ owner }) => owner.sign === sign && !refused.includes(owner));
    return order === undefined
      ? Response.json(makeApiError({ code: 403 }), { status: 403 })
      : Response.json(answer(order));
  };
  const scope = "order";
  const invoiceOf = ({ id, issued_at }: OrderOf) => makeInvoice({ invoice_id: `inv_${id}`, issued_at });
  const subscriptionOf = ({ id, issued_at }: OrderOf) =>
    makeSubscription({
      subscription_id: `sub_${id}`,
      order_id: `ord_${id}`,
      bought_at: issued_at,
      withdraw_until: "2999-01-01",
    });
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls: [...OPTIONAL_CALLS] })),
    responding(
      endpoints.invoiceList,
      answerFor((order) => ({ scope, invoices: [invoiceOf(order)] })),
    ),
    responding(
      endpoints.subscriptionList,
      answerFor((order) => ({ subscriptions: [subscriptionOf(order)] })),
    ),
    responding(
      endpoints.invoiceSend,
      answerFor(() => ({ sent: true })),
    ),
    responding(
      endpoints.subscriptionChange,
      answerFor((order) => ({ subscription: subscriptionOf(order) })),
    ),
  );
  return asked;
}

const receiptsIn = ({ document }: Shown) =>
  [...document.querySelectorAll("table .button-quiet[href]")].map((link) => link.getAttribute("href"));

describe("a browser that paid several orders", () => {
  it("lists the receipts of all of them together, newest first, and opens each", async () => {
    openingEach();
    const browser = await paidBoth();
    expect(receiptsIn(await browser.open("/receipts"))).toEqual(["/receipts/inv_2", "/receipts/inv_1"]);
    expect(titleOf(await browser.open("/receipts/inv_1"))).toBe("Receipt");
  });

  it("leaves out one whose key is no longer good, forgets it, and keeps the other", async () => {
    openingEach([FIRST]);
    const browser = await paidBoth();
    expect(receiptsIn(await browser.open("/receipts"))).toEqual(["/receipts/inv_2"]);
    openingEach();
    expect(receiptsIn(await browser.open("/receipts"))).toEqual(["/receipts/inv_2"]);
  });

  it("never shows some of them as if they were all", async () => {
    const browser = await paidBoth();
    upstream.use(
      responding(endpoints.invoiceList, async (request) =>
        invoiceOwner.parse(await request.json()).sign === "first"
          ? Response.json({}, { status: 503 })
          : Response.json({ invoices: [makeInvoice()] }),
      ),
    );
    expect((await browser.open("/receipts")).answer.status).toBe(503);
    expect(browser.cookie).toContain("receipts=");
  });

  it("sends each receipt by its own order's key, and says so to that order alone", async () => {
    const asked = openingEach();
    const browser = await paidBoth();
    const list = await browser.open("/receipts");
    const fields = fieldsOf(list, { email: "friend@example.com" }, "tbody tr:last-child form");
    const answer = await browser.send("/receipts", fields);
    expect(asked).toEqual([{ sign: "first", invoice_id: "inv_1", email: "friend@example.com" }]);
    const target = answer.headers.get("location") ?? "";
    expect((await browser.open(target)).see.getByText(/friend@example\.com/)).toBeDefined();
    const other = await page(`${target}&k=${await receiptKey(SECOND)}`);
    expect(other.see.queryByText(/friend@example\.com/)).toBeNull();
  });

  it.each([
    ["/cancel", "article:last-child form.change"],
    ["/withdraw?s=sub_1", "form.change"],
  ])("changes each subscription by its own order's key: %s", async (path, form) => {
    const asked = openingEach();
    const browser = await paidBoth();
    const fields = fieldsOf(await browser.open(path), {}, form);
    const answer = await browser.send(path, fields);
    expect(answer.status).toBe(303);
    expect(asked).toMatchObject([{ sign: "first", subscription_id: "sub_1" }]);
  });

  it("shows what was done to whoever has that order's key, and not to another's of the same address", async () => {
    openingEach();
    const browser = await paidBoth();
    const fields = fieldsOf(await browser.open("/withdraw?s=sub_1"), {}, "form.change");
    const target = (await browser.send("/withdraw", fields)).headers.get("location") ?? "";
    const DONE = "We’ve received your withdrawal";
    expect(titleOf(await page(`${target}&k=${await receiptKey(FIRST)}`))).toBe(DONE);
    expect(titleOf(await page(`${target}&k=${await receiptKey(SECOND)}`))).not.toBe(DONE);
  });
});

describe("the key of an order bought first with my address", () => {
  const firstOf = async (path: string) => `${path}?k=${await receiptKey(FIRST)}`;
  const mine = async (path: string) => `${path}?k=${await receiptKey(SECOND)}`;

  it("lists nothing that I buy later, and opens none of it", async () => {
    openingEach();
    expect(receiptsIn(await page(await firstOf("/receipts"))).map((link) => link?.split("?")[0])).toEqual([
      "/receipts/inv_1",
    ]);
    expect((await page(await firstOf("/receipts/inv_2"))).answer.status).toBe(404);
  });

  it.each([
    ["cancels", "/cancel", "/cancel"],
    ["withdraws from", "/withdraw", "/withdraw?s=sub_2"],
  ])("%s nothing that I buy later, even with my own form", async (_, path, opened) => {
    const asked = openingEach();
    const form = await page(`${opened}${opened.includes("?") ? "&" : "?"}k=${await receiptKey(SECOND)}`);
    const answer = await post(await firstOf(path), fieldsOf(form, {}, "form.change"));
    expect([answer.status, asked]).toEqual([400, []]);
  });

  it("uses up none of my sendings of receipts", async () => {
    openingEach();
    const send = async (address: string, email: string) =>
      (await post(address, fieldsOf(await page(address), { email }, "table form"))).status;
    for (let n = 0; n < 10; n += 1) await send(await firstOf("/receipts"), `friend${n}@example.com`);
    expect(await send(await firstOf("/receipts"), "last@example.com")).toBe(429);
    expect(await send(await mine("/receipts"), "mine@example.com")).toBe(303);
  });

  it("is never offered to end older links", async () => {
    openingEach();
    const { see } = await page(await firstOf("/receipts"));
    expect(see.queryByRole("button", { name: "End all older links" })).toBeNull();
  });
});

describe("a page that an order's key opens", () => {
  it("speaks of this order, and has the link to everything mailed, which keeps the key", async () => {
    openingEach();
    const address = `/receipts?k=${await receiptKey(FIRST)}`;
    const opened = await page(address);
    expect(opened.see.getByText(/opens this order in any browser/)).toBeDefined();
    expect(opened.see.getByRole("heading", { name: "Bought something else, too?" })).toBeDefined();
    expect(opened.document.querySelector("form.find")?.getAttribute("action")).toBe(address);
  });

  it("stays open for whoever asks for that link there", async () => {
    stopClock();
    openingEach();
    mailingLinks();
    const address = `/receipts?k=${await receiptKey(FIRST)}`;
    const fields = fieldsOf(await page(address), { email: "buyer@example.com" }, "form.find");
    vi.setSystemTime(Date.now() + 30_000);
    const shownNext = await page((await post(address, fields)).headers.get("location") ?? "");
    expect(receiptsIn(shownNext)).toHaveLength(1);
    expect(shownNext.see.getByRole("status").textContent).toMatch(/buyer@example\.com/);
  });

  it.each(["/cancel", "/withdraw"])("at %s leads to what else was bought", async (path) => {
    openingEach();
    const key = await receiptKey(FIRST);
    const { see } = await page(`${path}?k=${key}`);
    expect(see.getByRole("link", { name: "Find other purchases" }).getAttribute("href")).toBe(`/receipts?k=${key}`);
  });

  it("does not say that nothing renews where only that order does not", async () => {
    openingEach();
    upstream.use(answering(endpoints.subscriptionList, { subscriptions: [] }));
    const { see } = await page(`/cancel?k=${await receiptKey(FIRST)}`);
    expect(see.getByText(/None of the purchases shown here renews/)).toBeDefined();
    expect(see.queryByText(/you won’t be charged/)).toBeNull();
  });
});

describe("a key as the payments API writes it into its letters", () => {
  const mailed = ({ user_id, signed_time, sign }: InvoiceOwner) => `/cancel?k=${user_id}_${signed_time}_${sign}`;

  it("opens what the payments API says, and goes along with every form", async () => {
    const asked = openingEach();
    const opened = await page(mailed(FIRST));
    const form = opened.document.querySelector("form.change");
    expect(form?.getAttribute("action")).toBe(mailed(FIRST));
    expect((await post(mailed(FIRST), fieldsOf(opened, {}, "form.change"))).status).toBe(303);
    expect(asked).toEqual([{ sign: "first", subscription_id: "sub_1", action: "cancel" }]);
  });

  it("is not said to be good for ever", async () => {
    openingEach();
    const { document, see } = await page(mailed(FIRST).replace("/cancel", "/receipts"));
    expect(document.querySelectorAll("table .button-quiet[href]")).toHaveLength(1);
    expect(see.queryByText(/doesn’t expire/)).toBeNull();
  });

  it("that is over says so, and has a new link mailed", async () => {
    openingEach([FIRST]);
    const { see, answer } = await page(mailed(FIRST));
    expect(answer.status).toBe(404);
    expect(see.getByText(/^This link has expired\./)).toBeDefined();
    expect(see.getByRole("button", { name: "Send the link" })).toBeDefined();
  });

  it.each(["1_2", "_1_2", "x_1_2", "99999999999999999_1_2", "1__2"])("opens nothing as %s", async (key) => {
    openingEach();
    expect((await page(`/cancel?k=${key}`)).answer.status).toBe(404);
  });
});

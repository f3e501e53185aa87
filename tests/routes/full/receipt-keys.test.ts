import { beforeEach, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { orderToken } from "~/orders/order-token.server";
import { receiptKey } from "~/owners/who-asks.server";
import { type Purpose, seal } from "~/sealing.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { makeApiError, makeInvoice, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { memberCookie } from "../../visitor/requests";
import { titleOf } from "../order-status";
import { OWNER as B, signedIn } from "../receipt-owner";
import { fieldsOf, page, post } from "../site";

beforeEach(forgetSendings);

/** A has a key; B is signed in by the app's link, in the same browser. */
const A: InvoiceOwner = { user_id: 7, signed_time: "1780000000", sign: "cd".repeat(32) };
const keyOfA = async () => (await receiptKey(A)) ?? "";

interface Asked {
  owner: unknown;
  app: string | null;
  bearer: string | null;
}

/** What the payments API is asked; each user has the one invoice that bears their number. */
function listen() {
  const asked: Asked[] = [];
  const note = async (request: Request) => {
    const owner: { user_id: number } = await request.json();
    asked.push({ owner, app: request.headers.get("x-app-type"), bearer: request.headers.get("authorization") });
    return owner;
  };
  upstream.use(
    responding(endpoints.invoiceList, async (request) => {
      const { user_id } = await note(request);
      return Response.json({ invoices: [makeInvoice({ invoice_id: `inv_${user_id}` })] });
    }),
    responding(endpoints.invoiceSend, async (request) => {
      await note(request);
      return Response.json({ sent: true });
    }),
  );
  return asked;
}

const signedInAsB = async () => ({ cookie: `app=101; ${await memberCookie("t0ken", 101)}` });

describe("the key of one buyer in the browser of another, who is signed in", () => {
  it("opens the first one's receipts only, asked for without the other's token or sign", async () => {
    const asked = listen();
    const { answer, html } = await page(`/receipts?k=${await keyOfA()}`, await signedInAsB());
    expect([answer.status, asked.map(({ owner, bearer }) => [owner, bearer])]).toEqual([200, [[A, null]]]);
    expect(html).toContain("inv_7");
    expect(html).not.toContain(`inv_${B.user_id}`);
  });

  it.each([
    ["inv_7", 200],
    [`inv_${B.user_id}`, 404],
  ])("opens the single receipt %s with %d", async (invoice, status) => {
    const asked = listen();
    const { answer } = await page(`/receipts/${invoice}?k=${await keyOfA()}`, await signedInAsB());
    expect([answer.status, asked.map(({ owner }) => owner)]).toEqual([status, [A]]);
  });

  it("sends the first one's receipt, by their sign, whatever number the form names", async () => {
    const asked = listen();
    const address = `/receipts?k=${await keyOfA()}`;
    const headers = await signedInAsB();
    const fields = fieldsOf(await page(address, headers), { email: "friend@example.com" }, "table form");
    fields.set("invoice_id", `inv_${B.user_id}`);
    fields.set("user_id", String(B.user_id));
    const sent = await post(address, fields, headers);
    expect(asked.at(-1)).toMatchObject({ owner: { ...A, invoice_id: `inv_${B.user_id}` }, bearer: null });
    expect(sent.headers.get("location")).toContain(`k=${await keyOfA()}`);
  });

  it("does not sign the other out, not even when the API refuses it", async () => {
    upstream.use(refusing(endpoints.invoiceList, 403, makeApiError({ code: 403 })));
    const { answer } = await page(`/receipts?k=${await keyOfA()}`, await signedInAsB());
    const takenAway = answer.headers.getSetCookie().filter((cookie) => cookie.includes("Max-Age=0"));
    expect([answer.status, takenAway]).toEqual([404, []]);
  });
});

/** Every text that has some parts of one key and the rest of the other. */
async function spliced(): Promise<string[]> {
  const [one, other] = [(await keyOfA()).split("."), ((await receiptKey(B)) ?? "").split(".")];
  const mixes = Array.from({ length: 2 ** one.length }, (_, mix) =>
    one.map((part, at) => (mix & (1 << at) ? other[at] : part)).join("."),
  );
  return [...new Set(mixes)].filter((mix) => mix !== one.join(".") && mix !== other.join("."));
}

it("no text made of the parts of two keys opens anything", async () => {
  const asked = listen();
  const mixes = await spliced();
  expect(mixes).toHaveLength(6);
  for (const mix of mixes) {
    const opened = await page(`/receipts?k=${mix}`, await signedInAsB());
    expect([opened.answer.status, titleOf(opened)]).toEqual([404, "This link doesn’t open any receipts"]);
  }
  expect(asked).toEqual([]);
});

const OTHERS: readonly Purpose[] = [
  "order",
  "orders",
  "returned",
  "quote",
  "session",
  "signUp",
  "botToken",
  "stamp",
  "notice",
  "csrf",
  "attempt",
  "counted",
];

it.each(OTHERS)("the same owner sealed as %s is no key", async (purpose) => {
  const asked = listen();
  const opened = await page(`/receipts?k=${await seal(purpose, A)}`);
  expect([opened.answer.status, asked]).toEqual([404, []]);
});

it("neither is an order's token, nor the session's cookie", async () => {
  const asked = listen();
  const session = (await signedIn()).cookie.replace("session=", "");
  for (const text of [await orderToken(makeOrder()), session])
    expect((await page(`/receipts?k=${text}`)).answer.status).toBe(404);
  expect(asked).toEqual([]);
});

it("a key is no order's token and no session", async () => {
  const key = await keyOfA();
  expect((await page(`/paystatus?o=${key}`)).answer.status).toBe(404);
  const asked = listen();
  await page("/receipts", { cookie: `session=${key}` });
  expect(asked).toEqual([]);
});

it("the key of an order of one brand, opened where another is at home, asks as that order's buyer and nobody else", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: A })));
  const success = await page(`/paysuc?o=${await orderToken(makeOrder({ appType: 114 }))}`);
  const link = new URL(
    success.see.getByRole("link", { name: "Your receipts" }).getAttribute("href") ?? "",
    env().publicOrigin,
  );
  const asked = listen();
  const { answer } = await page(link.pathname + link.search, await signedInAsB());
  expect(answer.status).toBe(200);
  expect(asked).toEqual([{ owner: A, app: "101", bearer: null }]);
});

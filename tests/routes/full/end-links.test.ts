import { describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { readReceiptKey, receiptKey } from "~/owners/who-asks.server";
import { endpoints } from "~/upstream/contract/endpoints";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { OPTIONAL_CALLS } from "~/upstream/contract/subscriptions";
import { sessionCookie } from "~/visitor/session.server";
import { makeApiError, makeInvoice, makeParams, makeProfile, makeResult } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { letTimePass } from "../../mocks/passing-time";
import { upstream } from "../../mocks/server";
import { cookieLine, cookiesOf } from "../../visitor/requests";
import { Browser } from "../browser";
import { BUYER } from "../buying";
import { OWNER, signedIn, withKey } from "../receipt-owner";
import { fieldsOf, leadsTo, page, post, type Shown, shown, tokenIn } from "../site";

const FORM = "form.end-links";
const NEW: InvoiceOwner = { ...OWNER, signed_time: "1795009999", sign: "fresh" };

/** From now on an account's links can be ended; what the payments API is asked is kept. */
function endable(scope: "account" | "order" | "" = "account", calls: string[] = [...OPTIONAL_CALLS]) {
  const asked: unknown[] = [];
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls })),
    answering(endpoints.invoiceList, { scope: scope || undefined, invoices: [makeInvoice()] }),
    responding(endpoints.endLinks, async (request) => {
      asked.push(await request.json());
      return Response.json({ receipts: NEW });
    }),
  );
  return asked;
}

const button = ({ see }: Shown) => see.queryByRole("button", { name: "End all older links" });

/** Opens an account's receipts and presses the button. */
async function press(address: string, headers: Record<string, string> = {}) {
  return post(address, fieldsOf(await page(address, headers), {}, FORM), headers);
}

describe("whoever has the key of an account", () => {
  it.each([
    ["a key", withKey, async () => ({})],
    ["a mailed link", async () => "/receipts", signedIn],
  ])("by %s ends all older links, and goes on with a new key", async (_, addressOf, headersOf) => {
    const asked = endable();
    const answer = await press(await addressOf(), await headersOf());
    expect([answer.status, leadsTo(answer), asked]).toEqual([303, "/receipts", [OWNER]]);
    const target = new URL(answer.headers.get("location") ?? "", env().publicOrigin);
    expect(await readReceiptKey(target.searchParams.get("k") ?? "")).toEqual(NEW);
    const opened = await page(target.pathname + target.search);
    expect(opened.see.getByRole("status").textContent).toMatch(/All older links have been ended\. Keep /);
    expect(button(opened)).toBeNull();
  });

  it("is signed out of what an older link had signed in", async () => {
    endable();
    const { cookie } = await signedIn();
    const answer = await press("/receipts", { cookie: `${cookie}; paypal_token=t0ken` });
    expect(answer.headers.getSetCookie()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^paypal_token=; Max-Age=0;/),
        expect.stringMatching(/^session=; Max-Age=0;/),
      ]),
    );
    expect(cookiesOf(answer.headers)).not.toContain("t0ken");
  });

  it.each([
    ["that account is signed out", OWNER.user_id, undefined],
    ["another account stays signed in", 43, "member@example.com"],
  ])("by a key, while %s", async (_, user_id, signedInAs) => {
    endable();
    upstream.use(answering(endpoints.profile, makeProfile({ user_id })));
    const session = await sessionCookie({ ...OWNER, user_id, app_type: 101, token: "t0ken" });
    const cookie = cookieLine([session, "paypal_token=t0ken;"]);
    const answer = await press(await withKey(), { cookie });
    const deleted = answer.headers.getSetCookie().some((line) => /^(session|paypal_token)=; Max-Age=0;/.test(line));
    expect([answer.status, deleted]).toEqual([303, signedInAs === undefined]);
    const { see } = await page("/account", { cookie });
    expect(see.queryAllByText("member@example.com")[0]?.textContent).toBe(signedInAs);
  });

  it("is told so by no address that was made for another key", async () => {
    endable();
    const target = (await press(await withKey())).headers.get("location") ?? "";
    const done = new URL(target, env().publicOrigin).searchParams.get("done");
    for (const address of [`${await withKey()}&done=${done}`, `/receipts?k=${await receiptKey(NEW)}&done=1`])
      expect((await page(address)).see.queryByText(/All older links have been ended/)).toBeNull();
  });

  it.each([
    ["a failure", () => Response.json({}, { status: 500 }), 504, "We don’t know whether"],
    ["an answer that is none", () => Response.json({ receipts: 7 }), 504, "We don’t know whether"],
    ["a refusal", () => Response.json(makeApiError(), { status: 422 }), 503, "Nothing has changed"],
    ["too many requests", () => Response.json({}, { status: 429 }), 503, "Nothing has changed"],
  ])("meets %s: the page says so and loses nothing", async (_, respond, status, words) => {
    endable();
    let calls = 0;
    upstream.use(
      responding(endpoints.endLinks, () => {
        calls += 1;
        return respond();
      }),
    );
    const again = await shown(press(await withKey(), { cookie: "paypal_token=t0ken" }));
    expect([again.answer.status, calls]).toEqual([status, 1]);
    expect(again.see.getByRole("alert").textContent).toContain(words);
    expect(button(again)).not.toBeNull();
    expect(again.answer.headers.getSetCookie().join()).not.toMatch(/(paypal_token|session|receipts)=;/);
  });

  it("reads that nobody knows whether they ended also while the receipts cannot be had", async () => {
    endable();
    const address = await withKey();
    const fields = fieldsOf(await page(address), {}, FORM);
    letTimePass();
    upstream.use(
      responding(endpoints.endLinks, () => new Promise<never>(() => {})),
      refusing(endpoints.invoiceList, 503),
    );
    const again = await shown(post(address, fields));
    expect(again.answer.status).toBe(504);
    expect(again.see.getByRole("alert").textContent).toContain("We don’t know whether");
  });

  it("whose key has been ended by another of its holders reads that it opens nothing", async () => {
    endable();
    const address = await withKey();
    const fields = fieldsOf(await page(address), {}, FORM);
    const over = makeApiError({ code: 403 });
    upstream.use(refusing(endpoints.endLinks, 403, over), refusing(endpoints.invoiceList, 403, over));
    const refused = await shown(post(address, fields));
    expect(refused.answer.status).toBe(403);
    expect(refused.see.getByRole("heading", { level: 1 }).textContent).toBe("This link doesn’t open any receipts");
  });
});

describe("ending links is not offered", () => {
  it.each([
    ["to an order's key", "order", undefined],
    ["where the payments API does not say what a key opens", "", undefined],
    ["where it cannot do that", "account", ["subscription_link"]],
  ] as const)("%s", async (_, scope, calls) => {
    endable(scope, calls && [...calls]);
    expect(button(await page(await withKey()))).toBeNull();
  });

  it("to a browser that only paid, nor done for it", async () => {
    const asked = endable();
    upstream.use(answering(endpoints.soPurchaseResult, makeResult({ receipts: OWNER })));
    const browser = new Browser();
    const token = tokenIn(await browser.send("/payment/year", fieldsOf(await browser.open("/payment/year"), BUYER)));
    await browser.open(`/paysuc?o=${token}`);
    const list = await browser.open("/receipts");
    expect([list.see.queryByRole("table") !== null, button(list)]).toEqual([true, null]);
    expect([(await browser.send("/receipts", { intent: "end-links" })).status, asked]).toEqual([403, []]);
  });

  it("to nobody, nor done for them", async () => {
    const asked = endable();
    expect([(await post("/receipts", { intent: "end-links" })).status, asked]).toEqual([403, []]);
  });
});

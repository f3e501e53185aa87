import { describe, expect, it } from "vitest";
import { redeem, redemption } from "~/upstream/contract/apps/redemptions";
import { endLinks, type InvoiceOwner, invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { profile } from "~/upstream/contract/visitor";
import { ask, send, type Target } from "../../../tools/contract/client";
import { newKey, refused } from "../../../tools/contract/purchases";
import { choose, formOf, order, result } from "../buyer";
import { mailedLink, ownerOf } from "../mailed-owner";
import { mailTo, paidOrder } from "../paid";
import { runningSandbox } from "../running-sandbox";
import { openDatabaseOf } from "../shared-database";
import { signedAs } from "../signed-as";
import { change, subscriber } from "../subscriber";

const MINUTE_S = 60;
const DAY_S = 86_400;

interface OwnOrder {
  orderId: string;
  receipts: InvoiceOwner;
}

const asked = ({ orderId, receipts }: OwnOrder) => ({ body: { ...receipts, order_id: orderId } });

const codeOf = async (target: Target, own: OwnOrder): Promise<string> =>
  (await ask(target, redemption, asked(own))).code;

const redeemed = (target: Target, code: string) => ask(target, redeem, { body: { code } });

const refusesCode = (target: Target, code: string, status: number, why: string) =>
  refused(target, { endpoint: redeem, sent: { body: { code } } }, status, why);

const profileOf = (target: Target, token: string) =>
  ask(target, profile, { headers: { Authorization: `Bearer ${token}` } });

/** The code in the mail that confirms an order. */
async function mailedCode(target: Target, email: string): Promise<string> {
  const [receipt] = (await mailTo(target, email)).toReversed();
  const [, link = ""] = /(http\S+\/open\/502\?code=\S+)/.exec(receipt?.text ?? "") ?? [];
  return new URL(link).searchParams.get("code") ?? "";
}

describe("the code of a paid order", () => {
  it("lets its app in: the token's profile has the plan that was bought", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const before = Date.now();
    const made = await ask(target, redemption, asked(own));
    expect(Date.parse(made.expires_at) - before).toBeGreaterThanOrEqual(10 * MINUTE_S * 1000);
    expect(Date.parse(made.expires_at) - Date.now()).toBeLessThanOrEqual(10 * MINUTE_S * 1000);
    expect(Buffer.from(made.code, "base64url")).toHaveLength(32);
    const { token, user_id, order_id } = await redeemed(target, made.code);
    expect(order_id).toBe(own.orderId);
    const told = await profileOf(target, token);
    expect(told).toMatchObject({ user_id, email: own.email });
    expect(told.vip.remain_time).toBeGreaterThan(27 * DAY_S);
  });

  it("is good once: whoever opens it again, on whatever device, is refused", async () => {
    const target = await runningSandbox();
    const code = await codeOf(target, await paidOrder(target));
    const { token } = await redeemed(target, code);
    await refusesCode(target, code, 409, "code_used");
    expect((await profileOf(target, token)).vip.remain_time).toBeGreaterThan(0);
  });

  it("lets in one of many devices that open it at once", async () => {
    const target = await runningSandbox();
    const code = await codeOf(target, await paidOrder(target));
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(target, redeem, { body: { code } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it("is over after ten minutes", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const code = await codeOf(target, own);
    target.pass(10 * MINUTE_S - 5);
    const { token } = await redeemed(target, code);
    expect(token).not.toBe("");
    const late = await codeOf(target, own);
    target.pass(10 * MINUTE_S);
    await refusesCode(target, late, 410, "code_expired");
  });

  it("is ended by a newer one, which works", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const older = await codeOf(target, own);
    const newer = await codeOf(target, own);
    await refusesCode(target, older, 410, "code_expired");
    expect((await redeemed(target, newer)).order_id).toBe(own.orderId);
  });

  it("is not guessed, nor made of another: a forged one is unknown", async () => {
    const target = await runningSandbox();
    const code = await codeOf(target, await paidOrder(target));
    await refusesCode(target, "A".repeat(43), 404, "code_unknown");
    await refusesCode(target, `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`, 404, "code_unknown");
    await refusesCode(target, code.slice(0, -1), 404, "code_unknown");
    await refused(target, { endpoint: redeem, sent: { body: { code: "short" } } }, 422, "invalid_request");
  });

  it("is in no database: only its hash is", async () => {
    const target = await runningSandbox();
    const code = await codeOf(target, await paidOrder(target));
    const db = await openDatabaseOf(target.dataDir);
    const rows = await db.selectFrom("redemptions").selectAll().execute();
    await db.destroy();
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(["mail", "page"]);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("is over once the order was paid back, and its token opens nothing more", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const { token } = await redeemed(target, await codeOf(target, owner));
    const open = await codeOf(target, owner);
    await change(target, owner, "withdraw");
    expect((await profileOf(target, token)).vip.remain_time).toBe(0);
    await refusesCode(target, open, 410, "code_expired");
    await refused(target, { endpoint: redemption, sent: asked(owner) }, 409, "order_unpaid");
  });

  it("goes on with the plan: the token has the time of its renewals", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const { token } = await redeemed(target, await codeOf(target, own));
    target.pass(29 * DAY_S);
    expect((await profileOf(target, token)).vip.remain_time).toBeLessThan(4 * DAY_S);
  });
});

describe("a code is made for nobody", () => {
  it("before the order is paid", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const open = await order(target, { email: "other@example.com" });
    await refused(
      target,
      { endpoint: redemption, sent: asked({ ...own, orderId: open.orderId }) },
      404,
      "order_unknown",
    );
    await choose(open.page, "decline");
    expect((await result(target, open)).receipts).toBeUndefined();
  });

  it("who has another order's key, or a made-up one", async () => {
    const target = await runningSandbox();
    const [one, other] = [await paidOrder(target), await paidOrder(target)];
    await refused(
      target,
      { endpoint: redemption, sent: asked({ ...one, orderId: other.orderId }) },
      404,
      "order_unknown",
    );
    const receipts = { ...other.receipts, sign: other.receipts.sign.replace(/.{8}$/, "00000000") };
    await refused(target, { endpoint: redemption, sent: asked({ ...other, receipts }) }, 403, "sign_invalid");
  });

  it("by the key of an account: it names no order", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const account = ownerOf(await mailedLink(target, own.email));
    await refused(target, { endpoint: redemption, sent: asked({ ...own, receipts: account }) }, 404, "order_unknown");
  });
});

describe("whoever has typed somebody's address", () => {
  it("is let into their own order only: not into the account, its older plans, or its later ones", async () => {
    const target = await runningSandbox();
    const victim = await paidOrder(target, { plan_id: "yearly", amount: 47.88 });
    const thief = await paidOrder(target, { email: victim.email });
    const { token, user_id } = await redeemed(target, await codeOf(target, thief));
    const account = ownerOf(await mailedLink(target, victim.email));
    expect(user_id).not.toBe(account.user_id);
    expect((await profileOf(target, token)).vip.remain_time).toBeLessThan(32 * DAY_S);
    const body = await formOf(target, { user_id: account.user_id });
    const headers = { "Idempotency-Key": newKey(), Authorization: `Bearer ${token}` };
    await refused(target, { endpoint: soPurchase, sent: { body, headers } }, 422, "user_unproven");
  });

  it("is locked out with all their codes and tokens when the owner of the address ends older links", async () => {
    const target = await runningSandbox();
    const thief = await paidOrder(target);
    const { token } = await redeemed(target, await codeOf(target, thief));
    const open = await codeOf(target, thief);
    target.pass(1);
    await ask(target, endLinks, { body: ownerOf(await mailedLink(target, thief.email)) });
    await refusesCode(target, open, 410, "code_expired");
    await refused(target, { endpoint: profile, sent: { headers: { Authorization: `Bearer ${token}` } } }, 401);
  });
});

it("a user of the app is let in as that user, with this order alone", async () => {
  const target = await runningSandbox();
  const own = await paidOrder(target, await signedAs(target, 100_001));
  const { token, user_id } = await redeemed(target, await codeOf(target, own));
  expect(user_id).toBe(100_001);
  expect(await profileOf(target, token)).toMatchObject({ user_id: 100_001, email: own.email });
});

describe("the code in the receipt's mail", () => {
  it("lets in once, for two weeks, whatever became of the page's", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    await redeemed(target, await codeOf(target, own));
    const code = await mailedCode(target, own.email);
    target.pass(14 * DAY_S - MINUTE_S);
    expect((await redeemed(target, code)).order_id).toBe(own.orderId);
    await refusesCode(target, code, 409, "code_used");
  });

  it("is over after two weeks", async () => {
    const target = await runningSandbox();
    const own = await paidOrder(target);
    const code = await mailedCode(target, own.email);
    target.pass(14 * DAY_S);
    await refusesCode(target, code, 410, "code_expired");
  });

  it("is not in a receipt that goes to anybody else", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    const friend = "friend@example.com";
    const [{ invoice_id } = { invoice_id: "" }] = invoices;
    await ask(target, invoiceSend, { body: { ...receipts, invoice_id, email: friend } });
    const [letter] = await mailTo(target, friend);
    expect(letter?.text).toContain("your receipt");
    expect(letter?.text).not.toMatch(/\/open\/|code=/);
  });

  it("is not mailed for an app that takes none", async () => {
    const target = await runningSandbox();
    const body = await formOf(target);
    const headers = { "Idempotency-Key": newKey(), "X-App-Type": "114" };
    const { web_url = "" } = await ask(target, soPurchase, { body, headers });
    await choose(web_url, "approve");
    const [letter] = await mailTo(target, body.email);
    expect(letter?.text).toContain("receipt");
    expect(letter?.text).not.toMatch(/\/open\/|code=/);
  });
});

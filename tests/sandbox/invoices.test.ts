import { describe, expect, it } from "vitest";
import { invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { ask } from "../../tools/contract/client";
import { so } from "../../tools/contract/providers";
import { purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { choose, order, result } from "./buyer";
import { mailedLink, ownerOf } from "./mailed-owner";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";
import { signedAs } from "./signed-as";
import { change, linkOwner, subscriber } from "./subscriber";

const DAY_S = 86_400;

describe("a paid order", () => {
  it("has an invoice that its receipt key lists, for life", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    const { receipts, email, orderId } = owner;
    await change(target, owner, "cancel");
    target.pass(365 * DAY_S);
    expect(await ask(target, invoiceList, { body: receipts })).toEqual({
      email_hint: `${email.charAt(0)}***@example.com`,
      invoices: [
        {
          invoice_id: "INV-000001",
          order_id: orderId,
          issued_at: expect.stringMatching(/^\d{4}-.*Z$/),
          issued_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          description: "VPN subscription, 1 month",
          amount: 11.99,
          currency: "USD",
          status: "paid",
          plan_id: "monthly",
          country_code: "US",
          lines: [
            { kind: "plan", amount: 11.99 },
            { kind: "dueToday", amount: 11.99 },
          ],
          statement: "VPNCHECKOUT",
          seller: expect.any(String),
          buyer_email: email,
          details_until: expect.stringMatching(/^\d{4}-.*Z$/),
          details_day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
      scope: "order",
    });
  });

  it("is listed by the app's link of the user who bought it, until the link is a day old", async () => {
    const target = await runningSandbox();
    const body = linkOwner(target);
    const { orderId } = await paidOrder(target, await signedAs(target, body.user_id));
    const { invoices } = await ask(target, invoiceList, { body });
    expect(invoices.map(({ order_id }) => order_id)).toEqual([orderId]);
    target.pass(DAY_S + 1);
    const { code } = await refused(target, { endpoint: invoiceList, sent: { body } }, 401, "sign_too_old");
    expect(code).toBe(401);
  });

  it("that is refunded has an invoice that says so", async () => {
    const target = await runningSandbox();
    const { receipts, orderId } = await paidOrder(target);
    await fetch(`${target.base}/control/orders/${orderId}/refund`, { method: "POST", redirect: "manual" });
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    expect(invoices).toMatchObject([{ status: "refunded" }]);
  });

  it("for which nothing was due has an invoice of nothing", async () => {
    const target = await runningSandbox();
    const ordered = await order(target, { coupon_id: "FREE100", amount: 0 });
    const { receipts } = await result(target, ordered);
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    expect(invoices).toMatchObject([
      { amount: 0, lines: [{ kind: "plan", amount: 11.99 }, { kind: "coupon", amount: -11.99 }, { kind: "dueToday" }] },
    ]);
  });

  it.each([
    ["with a discount, a coupon and tax", { plan_id: "yearly", country_code: "GB", coupon_id: "WELCOME20" }, "GBP"],
    ["of a trial", { plan_id: "weekly", country_code: "KR" }, "KRW"],
  ])("%s has lines that add up to what was paid", async (_, wanted, currency) => {
    const target = await runningSandbox();
    const outdated = { ...(await purchaseFields(target)), ...wanted, amount: 1 };
    const sent = withKey(outdated);
    const { price } = await refused(target, { endpoint: so.purchase, sent }, 409, "price_changed");
    const { receipts } = await paidOrder(target, { ...wanted, ...price });
    const [invoice] = (await ask(target, invoiceList, { body: receipts })).invoices;
    const parts = invoice?.lines?.filter(({ kind }) => kind !== "dueToday" && kind !== "tax") ?? [];
    expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(price?.amount ?? 0, 6);
    expect(invoice).toMatchObject({ currency, amount: price?.amount });
    const tax = invoice?.lines?.at(-1);
    expect(tax).toMatchObject({ kind: "tax" });
    // Of what was paid, and not of the full price.
    const rate = tax?.rate ?? 0;
    expect((tax?.amount ?? 0) / (price?.amount ?? 0)).toBeCloseTo(rate / (100 + rate), 2);
  });

  it("is listed beside the buyer's other ones, newest first, and nobody else's, by the link mailed to them", async () => {
    const target = await runningSandbox();
    const first = await paidOrder(target);
    await paidOrder(target);
    const second = await paidOrder(target, { email: first.email.toUpperCase() });
    const body = ownerOf(await mailedLink(target, first.email));
    const { invoices, scope } = await ask(target, invoiceList, { body });
    expect(invoices.map(({ order_id }) => order_id)).toEqual([second.orderId, first.orderId]);
    expect(scope).toBe("account");
  });

  it("keeps its key and its one invoice, however often it is asked for", async () => {
    const target = await runningSandbox();
    const first = await paidOrder(target);
    expect((await result(target, first)).receipts).toEqual(first.receipts);
    expect((await ask(target, invoiceList, { body: first.receipts })).invoices).toHaveLength(1);
  });
});

describe("an order that is not paid", () => {
  it.each(["decline", "cancel", "pending"])("after %s has neither invoice nor key", async (outcome) => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, outcome, { seconds: "600" });
    expect(await result(target, ordered)).not.toHaveProperty("receipts");
    expect(await mailTo(target, ordered.email)).toEqual([]);
  });
});

describe("sending an invoice", () => {
  it("writes it to the address that is named", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const body = { ...receipts, invoice_id: "INV-000001", email: "books@example.com" };
    expect(await ask(target, invoiceSend, { body })).toEqual({
      sent: true,
      invoice_id: "INV-000001",
      email: "books@example.com",
    });
    const [letter, ...others] = await mailTo(target, "books@example.com");
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      subject: "Your receipt from Vela VPN",
      text: expect.stringContaining("INV-000001"),
    });
    // Whoever reads it there is not signed in.
    expect(letter?.text).toContain("http://localhost:3000/receipts\n");
    expect(letter?.text).not.toContain("token=");
  });

  it("is done three times an hour, and then refused until the hour is over", async () => {
    const target = await runningSandbox();
    const { receipts, email } = await paidOrder(target);
    const body = { ...receipts, invoice_id: "INV-000001", email };
    for (let sent = 0; sent < 3; sent += 1) await ask(target, invoiceSend, { body });
    await refused(target, { endpoint: invoiceSend, sent: { body } }, 429, "too_many");
    const path = new URL(invoiceSend.path, target.base);
    const headers = { "Content-Type": "application/json" };
    const { headers: answered } = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    const seconds = Number(answered.get("Retry-After"));
    expect(seconds).toBeGreaterThan(3500);
    target.pass(seconds);
    await ask(target, invoiceSend, { body });
  });

  it.each([
    ["another buyer's invoice", "INV-000002", 404, "invoice_unknown"],
    ["an invoice nobody has", "INV-999999", 404, "invoice_unknown"],
    ["what is no invoice", "1", 404, "invoice_unknown"],
  ])("is refused for %s", async (_, invoice_id, status, code) => {
    const target = await runningSandbox();
    const { receipts, email } = await paidOrder(target);
    await paidOrder(target);
    await refused(target, { endpoint: invoiceSend, sent: { body: { ...receipts, invoice_id, email } } }, status, code);
  });

  it("is refused to what is no address", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const body = { ...receipts, invoice_id: "INV-000001", email: "a@b\r\nBcc: c@example.com" };
    await refused(target, { endpoint: invoiceSend, sent: { body } }, 422, "email_invalid");
  });
});

it("orders that are granted at once have invoices without a gap in their numbers", async () => {
  const target = await runningSandbox();
  const fields = await purchaseFields(target);
  const buyers = Array.from({ length: 10 }, (_, index) => `buyer-${index}@example.com`);
  const paid = await Promise.all(buyers.map((email) => paidOrder(target, { ...fields, email })));
  const lists = await Promise.all(paid.map(({ receipts }) => ask(target, invoiceList, { body: receipts })));
  const ids = lists.flatMap(({ invoices }) => invoices.map(({ invoice_id }) => invoice_id));
  expect(ids.sort()).toEqual(buyers.map((_, index) => `INV-${String(index + 1).padStart(6, "0")}`));
});

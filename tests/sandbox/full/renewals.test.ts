import { describe, expect, it } from "vitest";
import { addPeriod, latestDay, whereabouts } from "~/upstream/contract/deadlines";
import { invoiceList } from "~/upstream/contract/invoices";
import { ask } from "../../../tools/contract/client";
import { rz, so } from "../../../tools/contract/providers";
import { purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { choose, order, orderAt, result, setUp } from "../buyer";
import { takeBack } from "../older-database";
import { paid, paidOrder } from "../paid";
import { type Running, runningSandbox } from "../running-sandbox";
import { needsFile } from "../shared-database";

/** The day so many periods from now. */
const dayAfter = (interval: "day" | "month" | "year", count: number, country = "US") =>
  addPeriod(latestDay(Date.now(), whereabouts(country)), { interval, interval_count: count });

async function invoiceOf(target: Running, changes: object) {
  const { receipts } = await paidOrder(target, changes);
  const [invoice] = (await ask(target, invoiceList, { body: receipts })).invoices;
  return invoice;
}

describe("the next payment of a paid order", () => {
  it.each([
    ["a month", {}, dayAfter("month", 1), { amount: 11.99, currency: "USD" }],
    ["a trial", { plan_id: "weekly", amount: 0.99 }, dayAfter("day", 3), { amount: 4.99, currency: "USD" }],
    [
      "a year with a coupon",
      { plan_id: "yearly", amount: 34.39, currency: "GBP", country_code: "GB", coupon_id: "WELCOME20" },
      dayAfter("year", 1, "GB"),
      { amount: 42.99, currency: "GBP" },
    ],
  ])(
    "of %s is the full price of the period, when the time that was bought is over",
    async (_what, changes, day, price) => {
      const target = await runningSandbox();
      const { receipts, ...ordered } = await paidOrder(target, changes);
      const { renewal } = await result(target, ordered);
      expect(renewal).toMatchObject(price);
      expect(renewal?.day).toBe(day);
      const { invoices } = await ask(target, invoiceList, { body: receipts });
      expect(invoices[0]?.renewal).toEqual(renewal);
    },
  );

  it("comes on the day that its buyer saw, whatever was bought before", async () => {
    const target = await runningSandbox();
    const year = { plan_id: "yearly", amount: 47.88 };
    const { email } = await paid(target, year);
    const { renewal } = await result(target, await paid(target, { ...year, email }));
    expect(renewal?.day).toBe(dayAfter("year", 1));
  });

  it.each([
    ["a plan that is sold once", { monthly_renews: "off" }, {}],
    ["what a coupon made free", {}, { coupon_id: "FREE100", amount: 0 }],
  ])("is told of %s neither in the result nor in the invoice: there is none", async (_what, settings, changes) => {
    const target = await runningSandbox();
    await setUp(target, settings);
    const ordered = await order(target, changes);
    if (ordered.page !== "nothing is due") {
      expect(await (await fetch(ordered.page)).text()).toContain("<dt>Afterwards</dt><dd>nothing</dd>");
      await choose(ordered.page, "approve");
    }
    const { status, renewal, receipts } = await result(target, ordered);
    expect({ status, renewal }).toEqual({ status: "success", renewal: undefined });
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    expect(invoices[0]).not.toHaveProperty("renewal");
  });

  it("is told of no order that is not paid, and of none that was refunded", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    expect(await result(target, ordered)).not.toHaveProperty("renewal");
    await choose(ordered.page, "approve");
    const { receipts, renewal } = await result(target, ordered);
    expect(renewal).toBeDefined();
    await fetch(`${target.base}/control/orders/${ordered.orderId}/refund`, { method: "POST", redirect: "manual" });
    expect(await result(target, ordered)).not.toHaveProperty("renewal");
    const { invoices } = await ask(target, invoiceList, { body: receipts });
    expect(invoices[0]).not.toHaveProperty("renewal");
  });

  it("is that of the attempt whose late charge was kept, not that of the latest attempt", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await choose(first.page, "cancel_then_charge", { seconds: "60" });
    const half = { coupon_id: "ONCE50", amount: 6, email: first.email, order_id: first.orderId };
    const second = await order(target, half);
    await choose(second.page, "cancel");
    target.pass(60);
    expect(await result(target, second)).toMatchObject({
      status: "success",
      amount: 11.99,
      renewal: { amount: 11.99 },
    });
  });
});

describe("an invoice", () => {
  it.each([
    [so, "VPNCHECKOUT"],
    [rz, "RAZ*VPNCHECKOUT"],
  ])("names the merchant as the buyer's statement does", async (provider, statement) => {
    const target = await runningSandbox();
    const ordered = await orderAt(target, provider);
    await choose(ordered.page, "approve");
    const { receipts } = await result(target, ordered);
    expect((await ask(target, invoiceList, { body: receipts })).invoices).toMatchObject([{ statement }]);
  });

  it("of a gift names no statement: nothing is on it", async () => {
    const target = await runningSandbox();
    const { receipts } = await result(target, await order(target, { coupon_id: "FREE100", amount: 0 }));
    expect((await ask(target, invoiceList, { body: receipts })).invoices[0]).not.toHaveProperty("statement");
  });

  it("names the version of the terms that the buyer agreed to", async () => {
    const target = await runningSandbox();
    expect(await invoiceOf(target, { terms_version: "2026-11" })).toMatchObject({ terms_version: "2026-11" });
    expect(await invoiceOf(target, {})).not.toHaveProperty("terms_version");
  });

  it("names those of the latest attempt at its order", async () => {
    const target = await runningSandbox();
    const first = await order(target, { terms_version: "2026-10", language: "de" });
    await choose(first.page, "decline");
    const again = { email: first.email, order_id: first.orderId };
    expect(await invoiceOf(target, { ...again, terms_version: "2026-11" })).toMatchObject({ terms_version: "2026-11" });
    const story = await (await fetch(`${target.base}/control/orders/${first.orderId}`)).text();
    expect(story).toContain("<dt>Language</dt><dd>de</dd>");
  });

  it("names the tax and its rate as they are written on the spot", async () => {
    const target = await runningSandbox();
    const yearly = { plan_id: "yearly", amount: 42.99, currency: "GBP", country_code: "GB" };
    const { lines = [] } = (await invoiceOf(target, yearly)) ?? {};
    expect(lines.at(-1)).toEqual({ kind: "tax", amount: 7.16, name: "VAT", rate: 20 });
  });
});

it("orders from before terms were kept are what they were, and tell of no renewal", needsFile, async () => {
  const before = await runningSandbox();
  const trial = await paidOrder(before, { plan_id: "weekly", amount: 0.99 });
  const month = await paidOrder(before);
  await before.sandbox.close();
  takeBack(before.dataDir, "008-terms");
  const after = await runningSandbox({ dataDir: before.dataDir });
  const invoicesOf = async ({ receipts }: typeof trial) => (await ask(after, invoiceList, { body: receipts })).invoices;
  expect(await invoicesOf(trial)).toMatchObject([
    { description: "VPN subscription, trial of 3 days", statement: "VPNCHECKOUT" },
  ]);
  expect(await invoicesOf(month)).toMatchObject([{ description: "VPN subscription, 1 month" }]);
  expect(await result(after, month)).not.toHaveProperty("renewal");
  const sent = withKey({ ...(await purchaseFields(after)), plan_id: "weekly", amount: 0.99, email: trial.email });
  await refused(after, { endpoint: so.purchase, sent }, 422, "trial_used");
});

import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { brandOf } from "~/visitor/brand/brands.server";
import { makeParams, makeResult } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { get, leadsTo, page } from "./site";

const success = async (lang = "") => `${lang}/paysuc?o=${await orderToken(makeOrder())}`;

it("a buyer whose plan is active sees what was paid, until when it runs, and where the receipt goes", async () => {
  const { answer, see } = await page(await success());
  expect(answer.status).toBe(200);
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Thank you, your plan is active");
  expect(["$59.99", "1 year", "ord_1"].filter((text) => see.queryByText(text) === null)).toEqual([]);
  expect(see.getByText(/buyer@example\.com/)).toBeDefined();
  expect(see.getByText("Runs until").nextElementSibling?.textContent).toMatch(/20\d\d/);
});

it("the amount is the one the payments API took", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 1234.5, currency: "EUR" })));
  const { see } = await page(await success("/de"));
  expect(see.getByText(/^1\.234,50\s€$/)).toBeDefined();
});

it("what was paid stands line by line, as it was agreed, with the tax in it", async () => {
  const order = makeOrder({
    coupon: "WELCOME20",
    items: [
      { kind: "plan", amount: 74.99 },
      { kind: "coupon", amount: -15 },
      { kind: "dueToday", amount: 59.99 },
      { kind: "tax", amount: 10 },
    ],
  });
  const { see } = await page(`/paysuc?o=${await orderToken(order)}`);
  const lines = see.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(lines).toEqual(
    expect.arrayContaining([
      ["Regular price", "$74.99"],
      ["CouponWELCOME20", "-$15.00"],
      ["Paid", "$59.99"],
      ["of which tax", "$10.00"],
    ]),
  );
  expect(see.queryByText("Due today")).toBeNull();
});

it("where another amount was taken than agreed, only that amount is shown", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 49.99 })));
  const order = makeOrder({ items: [{ kind: "plan", amount: 59.99 }] });
  const { see } = await page(`/paysuc?o=${await orderToken(order)}`);
  expect([see.queryByText("$59.99"), see.getByText("Paid").nextElementSibling?.textContent]).toEqual([null, "$49.99"]);
});

it("the merchant on the statement is named only where something was charged", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ statement: { so: "VPNCHECKOUT" } })));
  expect((await page(await success())).see.queryByText("VPNCHECKOUT")).not.toBeNull();
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 0, money_taken: "no" })));
  expect((await page(await success())).see.queryByText("VPNCHECKOUT")).toBeNull();
});

it("the merchant on the statement is named after a trial for nothing, too: it will be charged", async () => {
  const trial = { amount: 0, sale: "trial", next: { on: "2027-11-21", amount: 59.99 } } as const;
  upstream.use(
    answering(endpoints.commonParams, makeParams({ statement: { so: "VPNCHECKOUT" } })),
    answering(endpoints.soPurchaseResult, makeResult({ amount: 0, money_taken: "no" })),
  );
  const token = await orderToken(makeOrder({ ...trial, items: [] }));
  expect((await page(`/paysuc?o=${token}`)).see.queryByText("VPNCHECKOUT")).not.toBeNull();
});

it.each([
  ["for life, as a number no calendar reaches", { vip: { remain_time: Number.MAX_SAFE_INTEGER } }],
  ["for life, as a number below nothing", { vip: { remain_time: -1 } }],
  ["nobody knows how long", { vip: null, provider_status: null, retry_after: 0 }],
])("a plan that runs %s is shown as paid", async (_, odd) => {
  upstream.use(responding(endpoints.soPurchaseResult, () => Response.json({ ...makeResult(), ...odd })));
  const { answer, see } = await page(await success());
  expect([answer.status, see.getByText("Paid").nextElementSibling?.textContent]).toEqual([200, "$59.99"]);
});

it("the merchant is named as the card statement will name it", async () => {
  upstream.use(answering(endpoints.commonParams, makeParams({ statement: { so: "VPN*EXAMPLE", rz: "OTHER" } })));
  const { see } = await page(await success());
  expect(see.getByText("On your statement").nextElementSibling?.textContent).toBe("VPN*EXAMPLE");
});

it("what the statement will say is left out while nobody can tell", async () => {
  upstream.use(refusing(endpoints.commonParams, 500));
  const { answer, see } = await page(await success());
  expect([answer.status, see.queryByText("On your statement")]).toEqual([200, null]);
});

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const ANDROID = "Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

it.each([
  ["an iPhone", PHONE, "ios"],
  ["an Android phone", ANDROID, "android"],
] as const)("on %s a link opens the app the order was made for", async (_, userAgent, system) => {
  const { see } = await page(`/paysuc?o=${await orderToken(makeOrder({ appType: 101 }))}`, { "user-agent": userAgent });
  const link = see.getByRole("link", { name: /^Open VPN/ }).getAttribute("href");
  expect(link).toBe(brandOf(101).appLinks?.[system]);
});

it.each([
  ["on a computer", DESKTOP, 101],
  ["where the brand has no address for it", PHONE, 502],
  ["in a browser that says nothing", "", 101],
])("%s no link opens an app", async (_, userAgent, appType) => {
  const { see } = await page(`/paysuc?o=${await orderToken(makeOrder({ appType }))}`, { "user-agent": userAgent });
  expect(see.queryByRole("link", { name: /^Open VPN/ })).toBeNull();
  expect(see.getByText(/on your device and sign in with your e-mail/)).toBeDefined();
});

it.each([
  ["is not paid", makeResult({ status: "pending", order_state: "paying", money_taken: "unknown" })],
  ["is being set up", makeResult({ order_state: "granting" })],
  ["was refunded", makeResult({ order_state: "refunded" })],
])("an order that %s never shows as success", async (_, result) => {
  upstream.use(answering(endpoints.soPurchaseResult, result));
  const answer = await get(await success());
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
});

it("while the payments API is away success is not claimed", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 503));
  expect(leadsTo(await get(await success()))).toBe("/paystatus");
});

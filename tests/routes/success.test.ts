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
  expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Thank you. Your plan is active.");
  expect(["$59.99 USD", "1 year", "ord_1"].filter((text) => see.queryByText(text) === null)).toEqual([]);
  expect(see.getByText(/buyer@example\.com/)).toBeDefined();
  expect(see.getByText("Active until").nextElementSibling?.textContent).toMatch(/20\d\d/);
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
      ["Price", "$74.99"],
      ["CouponWELCOME20", "−$15.00"],
      ["Paid", "$59.99\u00a0USD"],
      ["Includes tax", "$10.00"],
    ]),
  );
  expect(see.queryByText("Due today")).toBeNull();
});

it("where another amount was taken than agreed, only that amount is shown", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult({ amount: 49.99 })));
  const order = makeOrder({ items: [{ kind: "plan", amount: 59.99 }] });
  const { see } = await page(`/paysuc?o=${await orderToken(order)}`);
  const paid = see.getByText("Paid").nextElementSibling?.textContent;
  expect([see.queryByText("$59.99"), paid]).toEqual([null, "$49.99\u00a0USD"]);
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
  expect([answer.status, see.getByText("Paid").nextElementSibling?.textContent]).toEqual([200, "$59.99\u00a0USD"]);
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

const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const ANDROID = "Mozilla/5.0 (Linux; Android 9; SM-G960F) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36";
const DESKTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";

/** The links to the app, and whether each is the page's button, as a browser on a device shows them. */
async function waysToApp(userAgent: string, order: Parameters<typeof makeOrder>[0]) {
  const { see } = await page(`/paysuc?o=${await orderToken(makeOrder(order))}`, { "user-agent": userAgent });
  return see
    .queryAllByRole("link", { name: /^(Open|Get) VPN/ })
    .map((link) => [link.textContent, link.getAttribute("href"), link.className === "button"]);
}

it.each([
  ["an iPhone", PHONE, "ios"],
  ["an Android phone", ANDROID, "android"],
] as const)("on %s a link opens the app that the purchase came from", async (_, userAgent, system) => {
  expect(await waysToApp(userAgent, { appType: 114, userId: 42 })).toEqual([
    ["Open VPN Lite", brandOf(114).appLinks?.[system], true],
  ]);
});

it.each([
  ["an iPhone", PHONE, "iOS", "ios"],
  ["an Android phone", ANDROID, "Android", "android"],
])("on %s whoever has no app yet is led to where it is installed from", async (_, userAgent, name, system) => {
  expect(await waysToApp(userAgent, { appType: 101 })).toEqual([
    [`Get VPN Master for ${name}`, `https://www.example.com/master/${system}`, true],
  ]);
});

it("where nothing says where the app is installed from a link opens it, if it is there", async () => {
  expect(await waysToApp(PHONE, { appType: 114 })).toEqual([["Open VPN Lite", brandOf(114).appLinks?.ios, true]]);
});

it("on a computer the app for it comes first; without one those for phones do, which are plain links else", async () => {
  const onPhonesAs = (isButton: boolean) => [
    ["Get VPN Master for iOS", "https://www.example.com/master/ios", isButton],
    ["Get VPN Master for Android", "https://www.example.com/master/android", isButton],
  ];
  expect(await waysToApp(DESKTOP, { appType: 101 })).toEqual([
    ["Get VPN Master for Windows", "https://www.example.com/master/windows", true],
    ...onPhonesAs(false),
  ]);
  expect(await waysToApp(MAC, { appType: 101 })).toEqual(onPhonesAs(true));
  expect(await waysToApp("", { appType: 101 })).toEqual(onPhonesAs(true));
});

it.each([DESKTOP, ""])("nothing is invented where the brand has no address: %j", async (userAgent) => {
  expect(await waysToApp(userAgent, { appType: 114 })).toEqual([]);
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

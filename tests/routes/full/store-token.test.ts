import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import type { ProviderCode } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { STORE_TOKEN_PARAMS } from "~/visitor/store-token.server";
import {
  makeApiError,
  makeParams,
  makePdOrder,
  makePsOrder,
  makeRbOrder,
  makeRzOrder,
  makeSoOrder,
} from "../../mocks/builders";
import { answering, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { signedQuery } from "../../visitor/requests";
import { APPLE_PARAMS, appleQuery, appleToken, fromApple } from "../../visitor/store-tokens";
import { Browser } from "../browser";
import { BUYER } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, get, page, type Shown, shown, tokenIn } from "../site";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const ORDERS = {
  pd: [endpoints.pdPrepurchase, makePdOrder],
  ps: [endpoints.psPurchase, makePsOrder],
  rz: [endpoints.rzPurchase, makeRzOrder],
  rb: [endpoints.rbCreateSubscription, makeRbOrder],
  so: [endpoints.soPurchase, makeSoOrder],
} as const satisfies Record<ProviderCode, unknown>;

/** What a payments API with these optional calls gets: store's tokens that have arrived, and those of purchases. */
function listen(calls: string[] = ["store_tokens"]) {
  const got: { arrived: unknown[]; bought: unknown[] } = { arrived: [], bought: [] };
  const bodyOf = async (request: Request): Promise<Record<string, unknown>> => request.json();
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls })),
    responding(endpoints.storeTokens, async (request) => {
      got.arrived.push((await bodyOf(request)).store_token);
      return Response.json({});
    }),
    ...Object.values(ORDERS).map(([endpoint, order]) =>
      responding(endpoint, async (request) => {
        const body = endpoint.body.parse(await bodyOf(request));
        got.bought.push(body.store_token);
        return Response.json(order());
      }),
    ),
  );
  return got;
}

const actionOf = ({ document }: Shown) => document.querySelector("form.pay")?.getAttribute("action") ?? "";

/** Sends the form that is open. */
const payIn = (browser: Browser, form: Shown, entered: Record<string, string> = {}) =>
  browser.send(actionOf(form), fieldsOf(form, { ...BUYER, ...entered }));

/** A browser in which an app has opened the checkout. */
async function comeFromApp(query = appleQuery(), path = "/payment/year") {
  const browser = new Browser();
  const opened = await browser.open(`${path}${path.includes("?") ? "&" : "?"}${query}`);
  return { browser, opened };
}

const WAYS_IN = [
  "/",
  "/payment",
  "/payment/year",
  "/de/payment/year",
  "/en/payment/year",
  "/payment/year?country=GB&utm_source=app",
  "/pricing",
  "/pricing/checkout/year",
  "/account",
  "/receipts",
  "/nowhere",
  "/redirect?to=payment",
  "/r/year.us.en",
  `/payment/year?${signedQuery()}`,
  `/redirect?to=payment&${signedQuery()}`,
  `/payment/year?${signedQuery({ uid: "042" })}`,
];

it.each(WAYS_IN)(
  "from %s the token leaves the address with the first redirect, and comes with what is bought",
  async (path) => {
    const got = listen();
    const address = `${path}${path.includes("?") ? "&" : "?"}${appleQuery()}`;
    const { status, headers } = await get(address);
    expect(status).toBeGreaterThanOrEqual(302);
    expect(status).toBeLessThan(304);
    expect(headers.get("cache-control")).toBe("no-store");
    const settled = new URL(headers.get("location") ?? "", "http://localhost");
    expect(Object.values(APPLE_PARAMS).filter((value) => settled.search.includes(value))).toEqual([]);
    expect(STORE_TOKEN_PARAMS.filter((name) => name !== "link" && settled.searchParams.has(name))).toEqual([]);
    const browser = new Browser();
    const first = await browser.open(address);
    expect(first.html).not.toContain(appleToken());
    await expect.poll(() => got.arrived).toEqual([fromApple()]);
    await payIn(browser, await browser.open("/payment/year"));
    expect(got.bought).toEqual([fromApple()]);
    expect(got.arrived).toHaveLength(1);
  },
);

it("what else an address says stays, and so does the notice about a link that cannot be read", async () => {
  const location = async (path: string) => (await get(path)).headers.get("location");
  expect(await location(`/payment/year?country=GB&${appleQuery()}&coupon=A`)).toBe("/payment/year?country=GB&coupon=A");
  expect(await location(`/payment?${signedQuery({ uid: "x" })}&${appleQuery()}`)).toBe("/payment?link=unreadable");
  expect((await get("/payment?link=unreadable")).status).toBe(200);
  expect(await location("/payment?store=apple&link=text&bundleId=x")).toBe("/payment");
});

it.each(["pd", "ps", "rz", "rb", "so"] as const)("the purchase call of %s has it", async (provider) => {
  const got = listen();
  const { browser, opened } = await comeFromApp();
  await payIn(browser, opened, { provider, recasign: "token" });
  expect(got.bought).toEqual([fromApple()]);
});

it("a payments API that does not name the call never sees one", async () => {
  const got = listen(["subscriptions"]);
  const { browser, opened } = await comeFromApp();
  const answer = await payIn(browser, opened);
  expect(await readOrderToken(tokenIn(answer))).not.toHaveProperty("storeToken");
  expect(got).toEqual({ arrived: [], bought: [undefined] });
});

it.each([
  ["of no sense", "externalPurchaseToken=%00%22", { store: "apple", token: "%00%22", note: "unreadable" }],
  [
    "too long",
    `externalPurchaseToken=${"A".repeat(3_000)}`,
    { store: "apple", token: "A".repeat(2_048), note: "unreadable" },
  ],
  [
    "with details of no sense",
    "externalTransactionToken=G-1&storefront=nowhere&link=%3C",
    { store: "google", token: "G-1" },
  ],
])("with a token %s the sale goes on", async (_, query, storeToken) => {
  const got = listen();
  const { browser, opened } = await comeFromApp(query);
  expect((await payIn(browser, opened)).status).toBe(303);
  expect(got.bought).toEqual([storeToken]);
});

it("it goes along to another language, another plan, and through a sign-up, and the newest one counts", async () => {
  const got = listen();
  const { browser } = await comeFromApp(appleQuery(appleToken("old")));
  const account = await browser.open(`/de/account?${appleQuery()}`);
  vi.setSystemTime(Date.now() + 30_000);
  const signedUp = await browser.send("/de/account", fieldsOf(account, { email: BUYER.email }, "form.sign-up"));
  expect(signedUp.status).toBe(303);
  const german = await browser.open("/de/payment/year");
  expect(german.document.documentElement.lang).toBe("de");
  const changed = await browser.send(actionOf(german), fieldsOf(german, { "intent=change-plan&to=month": "" }));
  await payIn(browser, await shown(changed));
  expect(got.bought).toEqual([fromApple()]);
});

it("it stays when its visitor logs out: that names nobody", async () => {
  const got = listen();
  const { browser } = await comeFromApp(`${signedQuery()}&${appleQuery()}`);
  const account = await browser.open("/account");
  await browser.send("/account", fieldsOf(account, { intent: "logout" }, "form:has([name='intent=logout'])"));
  expect(browser.cookie).not.toContain("session=");
  await payIn(browser, await browser.open("/payment/year"));
  expect(got.bought).toEqual([fromApple()]);
});

const DECLINED = { status: "failed", fail_code: "risk" } as const;

it("after a declined attempt the next one has it, in the same browser and in one that only has the order's address", async () => {
  const got = listen();
  const { browser, opened } = await comeFromApp();
  const order = tokenIn(await payIn(browser, opened)) ?? "";
  expect(await readOrderToken(order)).toMatchObject({ storeToken: fromApple() });
  orderStands(DECLINED);
  for (const next of [browser, new Browser()]) {
    const status = await next.open(`/paystatus?o=${order}`);
    const again = status.see.getByRole("link", { name: /^Try again/ }).getAttribute("href") ?? "";
    await payIn(next, await next.open(again.replace("#provider", "")));
  }
  expect(got.bought).toEqual([fromApple(), fromApple(), fromApple()]);
});

const IN_APP = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/21F90 Instagram 334.0";

it("the link out of an app's own browser carries it into the phone's, sealed", async () => {
  const got = listen();
  const { browser } = await comeFromApp();
  const inApp = await page("/payment/year", { cookie: browser.cookie, "user-agent": IN_APP });
  const link = inApp.see.getByLabelText<HTMLInputElement>("Link to this page").value;
  expect(inApp.answer.headers.get("cache-control")).toBe("no-store");
  const { pathname } = new URL(link);
  expect(pathname).toMatch(/^\/r\/year\.us\.en\.s-/);
  const there = new Browser();
  await payIn(there, await there.open(pathname));
  expect(got.bought).toEqual([fromApple()]);
});

it("a token that is too long for an address stays in its browser", async () => {
  const got = listen();
  const token = "A".repeat(2_048);
  const { browser, opened } = await comeFromApp(`externalTransactionToken=${token}`);
  const order = tokenIn(await payIn(browser, opened)) ?? "";
  expect(got.bought).toEqual([{ store: "google", token }]);
  expect(await readOrderToken(order)).not.toHaveProperty("storeToken");
  const inApp = await page("/payment/year", { cookie: browser.cookie, "user-agent": IN_APP });
  expect(inApp.see.getByLabelText<HTMLInputElement>("Link to this page").value).toMatch(/\/r\/year\.us\.en$/);
  orderStands(DECLINED);
  const status = await browser.open(`/paystatus?o=${order}`);
  const again = status.see.getByRole("link", { name: /^Try again/ }).getAttribute("href") ?? "";
  await payIn(browser, await browser.open(again.replace("#provider", "")));
  expect(got.bought).toHaveLength(2);
  expect(got.bought[1]).toEqual(got.bought[0]);
});

it("a form that is sent again after a newer token has come is the same purchase", async () => {
  const got = listen();
  const { browser, opened } = await comeFromApp();
  const fields = fieldsOf(opened, BUYER);
  const [first] = [await browser.send("/payment/year", fields)];
  await browser.open(`/payment/year?${appleQuery(appleToken("newer"))}`);
  const second = await browser.send("/payment/year", fields);
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(got.bought).toHaveLength(1);
});

it("an API that is away, or refuses the call, holds up nobody and stops no sale", async () => {
  const got = listen();
  upstream.use(responding(endpoints.storeTokens, () => Response.json(makeApiError(), { status: 422 })));
  const { browser, opened } = await comeFromApp();
  expect((await payIn(browser, opened)).status).toBe(303);
  expect(got.bought).toEqual([fromApple()]);
});

it("a form that names a token in its address loses nothing", async () => {
  listen();
  const form = await page("/payment/year");
  const browser = new Browser();
  const answer = await browser.send(`/payment/year?${appleQuery()}`, fieldsOf(form, { ...BUYER, email: "a@" }));
  expect(answer.status).toBe(422);
});

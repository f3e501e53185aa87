import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { env } from "~/env.server";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { forgetPurchases } from "~/orders/purchase.server";
import { receiptKey } from "~/owners/who-asks.server";
import { forgetSendings } from "~/security/limits/rate-limit.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { sessionCookie } from "~/visitor/session.server";
import { named, type ReceivedEvent } from "../../analytics/received-event";
import { listenForEvents } from "../../analytics/received-events";
import { makeCoupon, makeGeo } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeAppOrder, makeOrder } from "../../orders/orders";
import { BUYER, pay } from "../buying";
import { orderStands, statusOf } from "../order-status";
import { signedIn } from "../receipt-owner";
import { fieldsOf, get, page, post, renderApp, tokenIn } from "../site";

beforeEach(forgetSendings);

const FRONT_ID = "6f1c1f3e-8a43-4c7e-9d3c-2b5a54b1e0aa";
const DOCUMENT = "7d3f8a2c-1b4e-4c5d-9e6f-0a1b2c3d4e5f";
const me = (cookies = "") => ({ cookie: `userId=${FRONT_ID}; ${cookies}` });
const namesOf = (told: readonly ReceivedEvent[]) => told.map(({ name }) => name).toSorted();
const paramsOf = (name: string, told: readonly ReceivedEvent[]) => named(name, told).map(({ params }) => params);
const inGermany = () => upstream.use(answering(endpoints.geoInfo, makeGeo({ country: "Germany", country_code: "DE" })));

describe("plans", () => {
  it.each(["/", "/pricing", "/payment", "/fr/pricing"])(
    "who opens %s has seen them, and nothing more",
    async (path) => {
      const told = listenForEvents();
      await get(path, me());
      const events = await told();
      expect(namesOf(events)).toEqual(["plan_view"]);
      expect(events).toMatchObject([
        {
          userId: FRONT_ID,
          params: { plans: 2, price_country: "US", currency: "EUR" },
          event: { front_id: FRONT_ID, language: path === "/fr/pricing" ? "fr" : "en", country_code: "US" },
        },
      ]);
    },
  );

  it.each(["/payment/year", "/pricing/checkout/year"])("who opens %s has chosen one", async (path) => {
    const told = listenForEvents();
    await get(path, me());
    const events = await told();
    expect(namesOf(events)).toEqual(["plan_select", "plan_view"]);
    expect(paramsOf("plan_select", events)).toMatchObject([{ plan_id: "year", currency: "EUR", amount: 54.99 }]);
  });

  it.each([
    ["1", ["page_show", "plan_select", "plan_view"]],
    ["0", []],
  ])("who answers %s to the question for consent on a form is told of as that allows", async (consent, names) => {
    inGermany();
    const form = fieldsOf(await page("/payment/year"), { intent: "change-consent" });
    const told = listenForEvents();
    await told();
    await post("/payment/year", form, { cookie: `consent=${consent}` });
    expect(namesOf(await told())).toEqual(names);
  });

  it("a form that is shown again, and a question about the head of a page, are no views", async () => {
    const form = fieldsOf(await page("/payment/year"), { email: "anna@" });
    const told = listenForEvents();
    await told();
    await post("/payment/year", form);
    await renderApp(new Request(`${env().publicOrigin}/pricing`, { method: "HEAD" }));
    expect(namesOf(await told())).toEqual(["error_show"]);
  });

  it("a country is chosen once, by the address or by the form", async () => {
    const told = listenForEvents();
    await get("/?country=CA");
    await get("/?country=CA", { cookie: "country=CA" });
    expect(paramsOf("country_change", await told())).toMatchObject([{ price_country: "CA" }]);
    const form = fieldsOf(await page("/payment/year"), { country: "IN", intent: "change-country" });
    await post("/payment/year", form);
    await post("/payment/year", form, { cookie: "country=IN" });
    expect(paramsOf("country_change", await told())).toMatchObject([{ price_country: "IN" }]);
  });

  it("a country whose visitors have to agree is told only if they did", async () => {
    const told = listenForEvents();
    const form = fieldsOf(await page("/payment/year"), { country: "DE", intent: "change-country" });
    await post("/payment/year", form);
    await get("/?country=FR");
    expect(paramsOf("country_change", await told())).toEqual([]);
    await get("/?country=FR", { cookie: "consent=1" });
    expect(paramsOf("country_change", await told())).toMatchObject([{ price_country: "FR" }]);
  });
});

describe("a coupon", () => {
  const press = async (intent: string) => {
    const form = await page("/payment/year");
    return post("/payment/year", fieldsOf(form, { ...BUYER, coupon: "s3cr3t", intent }));
  };

  it.each(["apply-coupon", "pay"])("that is good is told without its code: %s", async (intent) => {
    const told = listenForEvents();
    await press(intent);
    const events = await told();
    expect(paramsOf("coupon_apply", events)).toMatchObject([{ outcome: "applied" }]);
    expect(named("error_show", events)).toEqual([]);
    expect(JSON.stringify(events)).not.toContain("s3cr3t");
  });

  it("of the address is tried as well; one that is refused is told with the reason", async () => {
    const no = { valid: false, coupon_id: "BAD", discount: undefined, reason: "expired" } as const;
    upstream.use(answering(endpoints.checkCoupon, makeCoupon(no)));
    const told = listenForEvents();
    await get("/payment/year?coupon=s3cr3t");
    await press("apply-coupon");
    const refused = { outcome: "refused", reason: "expired" };
    expect(paramsOf("coupon_apply", await told())).toMatchObject([refused, refused]);
  });
});

describe("paying", () => {
  it("a form that is sent twice, also to another copy of the site, is told once", async () => {
    const told = listenForEvents();
    const form = fieldsOf(await page("/payment/year", me()), BUYER);
    await post("/payment/year", form, me());
    forgetPurchases();
    await post("/payment/year", form, me());
    const [submit, ...more] = named("pay_submit", await told());
    expect(more).toEqual([]);
    expect(submit).toMatchObject({
      userId: FRONT_ID,
      params: { plan_id: "year", provider: "so", amount: 54.99, currency: "EUR" },
    });
  });

  it("the way to the provider and back is told once a form, whatever the result", async () => {
    orderStands({ status: "pending", redirect_url: "https://pay.test/so/ord_1" });
    const handOff = { kind: "link", address: "https://pay.test/so/ord_1" } as const;
    const token = await orderToken(makeOrder({ lang: "de", front_id: FRONT_ID, handOff }));
    const told = listenForEvents();
    for (let n = 0; n < 2; n += 1) {
      await get(`/de/redirect?o=${token}`);
      await get(`/return/so?o=${token}&cancelled=1`);
    }
    const events = await told();
    expect(namesOf(events)).toEqual(["page_show", "page_show", "pay_handoff", "pay_return"]);
    for (const { name, params, event } of events) {
      if (name !== "page_show") expect(params).toMatchObject({ plan_id: "year", provider: "so" });
      expect(event.language).toBe("de");
    }
    expect(new Set(events.map(({ params }) => params.event_id)).size).toBe(4);
  });

  it("a buyer who agreed and comes back by the provider's form, without cookies, is known by the order", async () => {
    inGermany();
    const [agreed, other] = [makeOrder({ front_id: FRONT_ID }), makeOrder({ attempt: "another-attempt-1" })];
    const told = listenForEvents();
    for (const order of [agreed, other]) await post(`/return/so?o=${await orderToken(order)}`, { status: "paid" });
    expect(named("pay_return", await told())).toMatchObject([{ event: { front_id: FRONT_ID } }]);
  });

  it("a buyer who did not agree, and comes back so where nobody is asked, is in no event", async () => {
    const told = listenForEvents();
    await post(`/return/so?o=${await orderToken(makeOrder())}`, { status: "paid" });
    expect(named("pay_return", await told())).toEqual([]);
  });
});

describe("a paid order", () => {
  const cps = { type: "cf", cookie: "b2" } as const;
  const campaign = { utm_source: "mail", utm_campaign: "spring" };
  const bought = { front_id: FRONT_ID, cps, channel: "blog", campaign, country: "DE", lang: "de", userId: 42 } as const;

  it("is told once, by what the order and the payments API say, however often its buyer looks", async () => {
    orderStands({ status: "success", order_state: "done", money_taken: "yes", amount: 54.99, currency: "EUR" });
    const told = listenForEvents();
    const token = await orderToken(makeOrder(bought));
    for (const path of ["/paystatus", "/paysuc", "/de/paysuc", "/paystatus/state"]) await get(`${path}?o=${token}`);
    const [result, ...more] = named("pay_result", await told());
    expect(more).toEqual([]);
    expect(result).toMatchObject({
      userId: 42,
      params: { order_id: "ord_1", provider: "so", plan_id: "year", amount: 54.99, currency: "EUR", affiliate: "cf" },
      properties: { ...campaign, channel: "blog", affiliate: "cf" },
      event: {
        front_id: FRONT_ID,
        language: "de",
        country: "Germany",
        country_code: "DE",
        ip: "",
        device: { os_name: "", os_version: "", isIos: false, isAndroid: false },
      },
    });
  });

  it.each([
    ["agreed", "consent=1; ", campaign],
    ["did not agree", "consent=0; ", undefined],
  ])("knows the campaign of a buyer who %s, wherever it is paid", async (_, consent, known) => {
    const cookie = `${consent}userId=${FRONT_ID}; campaign=${encodeURIComponent(JSON.stringify({ ...campaign, utm_term: "anna@example.com" }))}`;
    const form = await page("/payment/year?country=DE", { cookie });
    const answer = await post("/payment/year", fieldsOf(form, BUYER), { cookie });
    const order = await readOrderToken(tokenIn(answer));
    expect(order).toMatchObject({ kind: "site" });
    expect(order?.kind === "site" ? order.campaign : undefined).toEqual(known);
  });

  it.each(["pending", "failed", "requires_action"] as const)("is not one that is %s", async (status) => {
    orderStands({ status });
    const told = listenForEvents();
    await get(await statusOf());
    expect(named("pay_result", await told())).toEqual([]);
  });

  it("is not told by somebody who only follows it", async () => {
    const told = listenForEvents();
    await get(await statusOf(makeOrder({ isFollower: true })));
    expect(named("pay_result", await told())).toEqual([]);
    await get(await statusOf());
    expect(named("pay_result", await told())).toHaveLength(1);
  });

  it("of an app is told by the store's name", async () => {
    const told = listenForEvents();
    await get(`/paysuc?o=${await orderToken(makeAppOrder())}`);
    expect(paramsOf("pay_result", await told())).toMatchObject([{ order_id: "ord_1", provider: "gap" }]);
  });

  it("is told also of a buyer who did not agree, as nobody's", async () => {
    const told = listenForEvents();
    await get(`/paysuc?o=${await orderToken(makeOrder())}`, { "sec-gpc": "1" });
    expect(await told()).toMatchObject([{ name: "pay_result", userId: "", event: { front_id: "" } }]);
  });
});

it("a receipt that is mailed is told, without its address", async () => {
  const headers = me((await signedIn()).cookie);
  const told = listenForEvents();
  const email = "friend@example.com";
  await post("/receipts", fieldsOf(await page("/receipts", headers), { email }, "table form"), headers);
  const events = await told();
  expect(named("receipt_send", events)).toMatchObject([{ userId: FRONT_ID }]);
  expect(JSON.stringify(events)).not.toContain("friend");
});

it.each([
  ["/de/pricing", "en", ["de"]],
  ["/en/pricing", "de", ["en"]],
  ["/de/pricing", "de", []],
  ["/pricing", "fr", []],
])("%s with %s remembered: switched to %j", async (path, remembered, to) => {
  const told = listenForEvents();
  await get(path, { cookie: `LANGUAGE=${remembered}` });
  const switched = named("language_switch", await told());
  expect(switched.map(({ params, event }) => [params.from, params.to, event.language])).toEqual(
    to.map((lang) => [remembered, lang, lang]),
  );
});

it("a first language is no switch", async () => {
  const told = listenForEvents();
  await get("/de/pricing");
  expect(named("language_switch", await told())).toEqual([]);
});

describe("what goes wrong", () => {
  const errors = async (act: () => Promise<unknown>) => {
    const told = listenForEvents();
    await act();
    return paramsOf("error_show", await told()).map(({ where, reason }) => [where, reason]);
  };

  it.each([
    ["/nowhere", "other", "404"],
    ["/payment/unknown", "payment", "404"],
    ["/paystatus", "paystatus", "404"],
  ])("an error page is told by its status: %s", async (path, where, reason) => {
    expect(await errors(() => get(path))).toEqual([[where, reason]]);
  });

  it("a page that the payments API cannot fill is told", async () => {
    upstream.use(refusing(endpoints.plans, 500));
    expect(await errors(() => get("/pricing"))).toEqual([["pricing", "503"]]);
  });

  it("a request that the host refused is told", async () => {
    expect(await errors(() => get("/404", { "x-edge-problem": "413" }))).toEqual([["other", "413"]]);
  });

  it("a form that comes back is told by its first mistake", async () => {
    expect(await errors(() => pay({ email: "anna@" }))).toEqual([["payment", "emailInvalid"]]);
    expect(await errors(() => pay({ provider: "" }))).toEqual([["payment", "providerMissing"]]);
    expect(await errors(() => post("/account", { intent: "signup", email: "" }))).toEqual([["account", "422"]]);
  });

  it("a declined payment is told by its group", async () => {
    orderStands({ status: "failed", fail_code: "funds_or_limit" });
    expect(await errors(async () => get(await statusOf()))).toEqual([["paystatus", "funds_or_limit"]]);
  });
});

describe("a page without scripts", () => {
  it("is told by the server, once for each document, under the document's id", async () => {
    const told = listenForEvents();
    await get("/de/pricing?utm_source=mail&secret=x", { ...me("lite=1"), "x-request-id": DOCUMENT });
    expect(named("page_show", await told())).toMatchObject([
      {
        params: {
          path: "/de/pricing",
          href: `${env().publicOrigin}/de/pricing?utm_source=mail`,
          route_name: "pricing___de",
          event_id: DOCUMENT,
        },
        properties: { utm_source: "mail", scripts: "off" },
        event: { language: "de", front_id: FRONT_ID },
      },
    ]);
  });

  it("is not told again where its form comes back", async () => {
    const form = fieldsOf(await page("/payment/year", me("lite=1")), { email: "anna@" });
    const told = listenForEvents();
    await told();
    await post("/payment/year", form, { ...me("lite=1"), "x-request-id": DOCUMENT });
    expect(namesOf(await told())).toEqual(["error_show"]);
  });

  it("is not told where it leads elsewhere, is data only, has scripts or was refused", async () => {
    const told = listenForEvents();
    await get("/in/pricing", me("lite=1"));
    await get("/paysuc", { ...me("lite=1"), "x-edge-problem": "400" });
    await get("/pricing?_data=root", me("lite=1"));
    await get("/pricing", me());
    expect(named("page_show", await told())).toEqual([]);
  });
});

it.each([
  ["consent=0", {}],
  ["", { "sec-gpc": "1" }],
])("of who does not agree nothing is kept and nothing told: %j %o", async (cookie, headers) => {
  const no: Record<string, string> = { cookie: `${cookie}; lite=1`, ...headers };
  orderStands({ status: "failed", fail_code: "risk" });
  const told = listenForEvents();
  const order = await orderToken(makeOrder());
  const form = fieldsOf(await page("/payment/year?country=GB&coupon=X", no), BUYER);
  await post("/payment/year", form, no);
  for (const path of ["/", "/de/pricing", "/nowhere", `/paystatus?o=${order}`, `/return/so?o=${order}`]) {
    const answer = await get(path, { ...no, cookie: `${no.cookie}; LANGUAGE=fr` });
    expect(answer.headers.getSetCookie()).not.toContainEqual(expect.stringMatching(/^userId=/));
  }
  expect(await told()).toEqual([]);
});

describe("privacy", () => {
  const EMAIL = "s3cr3t.buyer@example.com";
  const [TOKEN, SIGN] = ["s3cr3t-t0ken", "5168ab".repeat(10)];

  it("nothing of a token, an address, an order or a receipt is in any event, whoever tells it", async () => {
    const owner = { user_id: 42, signed_time: "1795000000", sign: SIGN };
    const session = (await sessionCookie({ ...owner, app_type: 101, token: TOKEN })).split(";")[0] ?? "";
    const order = await orderToken(makeOrder({ email: EMAIL, coupon: "S3CR3T50", front_id: FRONT_ID }));
    const key = (await receiptKey(owner)) ?? "";
    const link = `uid=42&sid=101&sign_timestamp=1795000000&token=${TOKEN}&sign=${SIGN}`;
    const encoded = encodeURIComponent(EMAIL);
    const addresses = [
      `/?${link}`,
      `/redirect?to=payment&${link}`,
      `/payment/year?coupon=S3CR3T50&email=${encoded}&${encoded}=1`,
      `/payment/year?utm_source=${encoded}&utm_content=${encodeURIComponent(encoded)}&utm_term=vpn`,
      `/payment/year?o=${order}`,
      `/payment/${encoded}`,
      `/de/${EMAIL}/${SIGN}`,
      `/paystatus?o=${order}`,
      `/paysuc?o=${order}`,
      `/redirect?o=${order}`,
      `/return/so?o=${order}&token=${TOKEN}&PayerID=${TOKEN}`,
      `/receipts?k=${key}&sent=${order}`,
      `/receipts/s3cr3t-invoice?k=${key}`,
      `/de/receipts/s3cr3t-invoice`,
      `/account?email=${encoded}&from=pricing`,
    ];
    const campaign = encodeURIComponent(JSON.stringify({ utm_source: EMAIL, utm_term: "vpn" }));
    const cookie = `${session}; paypal_token=${TOKEN}; csrf=${TOKEN.repeat(4)}; campaign=${campaign}`;
    const answers = http.post(/purchase_result/, () =>
      HttpResponse.json({ status: "success", email: EMAIL, token: TOKEN }),
    );
    upstream.use(answers);
    const told = listenForEvents();
    for (const path of addresses) {
      await get(path, { cookie: `${cookie}; lite=1`, "x-request-id": crypto.randomUUID(), "user-agent": EMAIL });
      await get(`/events?page=${encodeURIComponent(path)}`, { cookie });
    }
    const views = addresses.map((address) => ({ id: crypto.randomUUID(), at: Date.now(), address }));
    const batch = { front_id: FRONT_ID, sent_at: Date.now(), views };
    const headers = { cookie, "content-type": "text/plain", "x-request-id": "req-1" };
    await renderApp(
      new Request(`${env().publicOrigin}/events`, { method: "POST", body: JSON.stringify(batch), headers }),
    );
    await pay({ email: EMAIL, coupon: "S3CR3T50" });
    const events = await told();
    expect(named("page_show", events).length).toBeGreaterThan(2 * addresses.length);
    expect(namesOf(events)).toEqual(expect.arrayContaining(["pay_result", "pay_return", "plan_view"]));
    const text = JSON.stringify(events).toLowerCase();
    const secrets = { EMAIL, encoded, TOKEN, SIGN, order, key, invoice: "s3cr3t-invoice", any: "s3cr3t" };
    const leaks = Object.entries(secrets).filter(([, secret]) => text.includes(secret.toLowerCase()));
    expect(leaks).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { readOrderToken } from "~/orders/order-token.server";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { paymentMethodOf } from "~/visitor/brand/brands.server";
import { changeEnv } from "../../env/changed-env";
import { makeParams, makePlan } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { orderStands, statusOf, titleOf } from "../order-status";
import { fieldsOf, page, post, type Shown, tokenIn } from "../site";

const DECLINED = { status: "failed", fail_code: "bank_declined" } as const;
const PAY_AT = "https://pay.test/so/ord_1";
const INSTAGRAM = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Instagram 300.0";

const methodsIn = ({ see }: Shown) => [
  ...(see.queryByRole("navigation", { name: "Pay another way" })?.querySelectorAll("a") ?? []),
];
const nameOf = (provider: ProviderCode) => translate("en")(`providers:${paymentMethodOf(502, provider).name}.name`);
const namesIn = (shown: Shown) => methodsIn(shown).map((link) => link.textContent);
const hrefOf = ({ see }: Shown, name: string | RegExp) => see.getByRole("link", { name }).getAttribute("href") ?? "";
const orderIn = (href: string) => readOrderToken(new URL(href, "http://x").searchParams.get("o"));

describe("after a decline", () => {
  it("the other ways to pay are one tap away, the one that failed is not among them", async () => {
    orderStands(DECLINED);
    const shown = await page(await statusOf());
    expect(namesIn(shown)).toEqual((["pd", "rb", "ps"] as const).map(nameOf));
    const [first] = methodsIn(shown);
    const { pathname, searchParams } = new URL(first?.href ?? "", "http://x");
    expect([pathname, searchParams.get("provider")]).toEqual(["/payment/year", "pd"]);
    expect(first?.href).toMatch(/#quote$/);
    expect(first?.className).toBe("button");
    expect(shown.see.getByRole("link", { name: `Try again · ${nameOf("so")}` }).className).toBe("button-quiet");
    expect(await readOrderToken(searchParams.get("o"))).toEqual(makeOrder());
  });

  it("in India what India has comes first among them", async () => {
    orderStands(DECLINED);
    expect(namesIn(await page(await statusOf(makeOrder({ country: "IN" }))))[0]).toBe(nameOf("rz"));
  });

  it("a way to pay that is not on offer, or switched off, is not offered", async () => {
    orderStands(DECLINED);
    upstream.use(answering(endpoints.commonParams, makeParams({ providers: ["so", "ps", "rb"] })));
    changeEnv({ providersOff: ["rb"] });
    expect(namesIn(await page(await statusOf()))).toEqual([nameOf("ps")]);
  });

  it("a way to pay that cannot take the plan is not offered", async () => {
    orderStands(DECLINED);
    upstream.use(answering(endpoints.plans, { plans: [makePlan({ providers: ["so", "rb"] })] }));
    expect(namesIn(await page(await statusOf()))).toEqual([nameOf("rb")]);
  });

  it("without word of the other ways all of them are offered", async () => {
    orderStands(DECLINED);
    upstream.use(refusing(endpoints.commonParams, 500));
    const shown = await page(await statusOf());
    expect([shown.answer.status, titleOf(shown)]).toEqual([200, "Your payment didn’t go through"]);
    expect(namesIn(shown)).toHaveLength(PROVIDERS.filter((code) => !["so", "rz"].includes(code)).length);
  });

  it("another plan can be chosen with the same entries", async () => {
    orderStands(DECLINED);
    const href = hrefOf(await page(await statusOf()), "Choose another plan");
    expect(href).toMatch(/^\/payment\?o=/);
    expect(await orderIn(href)).toMatchObject({ email: "buyer@example.com" });
  });
});

it("whoever left the payment page has the other ways first, too", async () => {
  orderStands({ status: "canceled" });
  expect(namesIn(await page(await statusOf()))).toEqual((["pd", "rb", "ps"] as const).map(nameOf));
});

it.each([
  ["expired", { status: "expired", order_state: "expired" }],
  ["waiting", { status: "pending", order_state: "paying" }],
] as const)("%s: other ways to pay are not pushed on the buyer", async (_, result) => {
  orderStands(result);
  expect(namesIn(await page(await statusOf()))).toEqual([]);
});

it("an expired order begins anew with the same plan, price, country, coupon and affiliate", async () => {
  orderStands({ status: "expired", order_state: "expired" });
  const order = makeOrder({
    retryOf: "ord_0",
    country: "GB",
    coupon: "WELCOME20",
    cps: { type: "cf", cookie: "click-1" },
    channel: "app",
  });
  const next = await orderIn(hrefOf(await page(await statusOf(order)), /^Try again/));
  expect(next).toEqual({ ...order, orderId: undefined, retryOf: undefined });
});

it("an order that was closed is not gone on with, either", async () => {
  orderStands({ status: "canceled", order_state: "cancelled" });
  expect(await orderIn(hrefOf(await page(await statusOf()), /^Try again/))).not.toHaveProperty("orderId");
});

it("paying goes on by way of the hand-off page, which asks first", async () => {
  orderStands({ status: "pending", order_state: "paying", redirect_url: PAY_AT });
  expect(hrefOf(await page(await statusOf()), "Continue to payment")).toMatch(/^\/redirect\?o=/);
});

it("a payment page on another host is not offered", async () => {
  orderStands({ status: "pending", order_state: "paying", redirect_url: "https://pay.test/" });
  const { see } = await page(await statusOf(makeOrder({ handOff: { kind: "link", address: "https://evil.test/" } })));
  expect(see.queryByRole("link", { name: "Continue to payment" })).toBeNull();
});

it("what was bought is listed line by line, with the coupon", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const order = makeOrder({
    coupon: "WELCOME20",
    items: [
      { kind: "plan", amount: 74.99 },
      { kind: "coupon", amount: -15 },
      { kind: "dueToday", amount: 59.99 },
    ],
  });
  const { see } = await page(await statusOf(order));
  expect(
    ["Price", "$74.99", "WELCOME20", "−$15.00", "Amount", "$59.99 USD"].filter((text) => !see.queryByText(text)),
  ).toEqual([]);
  // Whatever is waited for is due no more.
  expect(see.queryByText("Due today")).toBeNull();
});

it("inside another app a failed check of the bank comes with the way to a browser", async () => {
  const inApp = async (fail_code: "auth_failed" | "risk", agent: string) => {
    orderStands({ status: "failed", fail_code });
    const { see } = await page(await statusOf(), { "user-agent": agent });
    return see.queryByText(/“Open in browser”/) !== null;
  };
  expect(await inApp("auth_failed", INSTAGRAM)).toBe(true);
  expect(await inApp("auth_failed", "Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0")).toBe(false);
  expect(await inApp("risk", INSTAGRAM)).toBe(false);
});

it("a further attempt in another browser keeps who sent the buyer", async () => {
  orderStands({ status: "expired", order_state: "expired" });
  const sent = { cps: { type: "cf", cookie: "click-1" }, channel: "app" } as const;
  const at = hrefOf(await page(await statusOf(makeOrder(sent))), /^Try again/);
  const answer = await post(at, fieldsOf(await page(at), { provider: "so" }));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject(sent);
});

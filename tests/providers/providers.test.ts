import { afterEach, describe, expect, it } from "vitest";
import { sendPurchase } from "~/orders/open-order.server";
import { type Order, readOrderToken } from "~/orders/order-token.server";
import { availableProviders } from "~/providers/providers.server";
import { ownToken } from "~/security/bot-check/bot-check.server";
import { isProviderCode, type ProviderCode } from "~/upstream/contract/catalogue";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { visitorOf } from "~/visitor/visitor.server";
import { changeEnv } from "../env/changed-env";
import { makePdOrder, makePsOrder, makeRbOrder, makeRzOrder, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { makeRequest } from "../visitor/requests";

afterEach(forgetUpstream);

it("a provider that is switched off is gone at once", () => {
  changeEnv({ providersOff: ["so"] });
  expect(availableProviders(["so", "pd"])).toEqual(["pd"]);
});

const visitor = () => visitorOf(makeRequest("/payment/year"));
const send = async (order: Order) => sendPurchase(order, await visitor(), { isKeyHonoured: true });
const LINK = (provider: string) => ({ kind: "link", address: `https://pay.test/${provider}/ord_1` });

interface Calls {
  open: Endpoint;
  /** What the API answers where there is something to pay, and where there is nothing. */
  due: object;
  nothingDue: object;
  /** The names under which the return addresses go, and what else is the provider's own. */
  back: string;
  cancel?: string;
  own?: object;
  handOff: object;
}

const CALLS: Readonly<Record<ProviderCode, Calls>> = {
  pd: {
    open: endpoints.pdPrepurchase,
    due: makePdOrder(),
    nothingDue: makePdOrder({ pay_link: null }),
    back: "return_url",
    handOff: LINK("pd"),
  },
  ps: {
    open: endpoints.psPurchase,
    due: makePsOrder(),
    nothingDue: makePsOrder({ redirect_url: null, status: "success" }),
    back: "return_url",
    cancel: "cancel_url",
    handOff: LINK("ps"),
  },
  rz: {
    open: endpoints.rzPurchase,
    due: makeRzOrder(),
    nothingDue: makeRzOrder({ checkout_url: null, amount: 0 }),
    back: "callback_url",
    cancel: "cancel_url",
    handOff: { kind: "form", address: "https://pay.test/rz/checkout" },
  },
  rb: {
    open: endpoints.rbCreateSubscription,
    due: makeRbOrder(),
    nothingDue: makeRbOrder({ redirect_url: null, status: "success" }),
    back: "return_url",
    own: { product_id: "1001", recasign: ownToken(makeOrder().attempt) },
    handOff: LINK("rb"),
  },
  so: {
    open: endpoints.soPurchase,
    due: makeSoOrder(),
    nothingDue: makeSoOrder({ web_url: null }),
    back: "return_url",
    cancel: "cancel_url",
    handOff: LINK("so"),
  },
};

/** An order with everything an order can carry. */
const orderOf = (provider: ProviderCode) =>
  makeOrder({
    orderId: undefined,
    retryOf: "ord_0",
    provider,
    coupon: "WELCOME20",
    userId: 42,
    cps: { type: "cj", cookie: "click-1" },
    channel: "app-banner",
    appType: 114,
  });

/** The purchase calls that are made from now on, as the API gets them. */
function listen({ open, due }: Calls) {
  const calls: { headers: Record<string, string | null>; body: Record<string, unknown> }[] = [];
  const names = ["idempotency-key", "x-from", "x-app-type"];
  upstream.use(
    responding(open, async (request) => {
      const headers = Object.fromEntries(names.map((name) => [name, request.headers.get(name)]));
      calls.push({ headers, body: await request.json() });
      return Response.json(due);
    }),
  );
  return calls;
}

describe.each(Object.entries(CALLS))("%s", (code, calls) => {
  const provider = isProviderCode(code) ? code : "so";
  const order = orderOf(provider);

  it("is told who buys what at which price, through whom, and where to come back to", async () => {
    const made = listen(calls);
    await send(order);
    const { [calls.back]: back, [calls.cancel ?? ""]: cancel, ...body } = made[0]?.body ?? {};
    expect(body).toEqual({
      plan_id: "year",
      language: "en",
      email: "buyer@example.com",
      country_code: "US",
      coupon_id: "WELCOME20",
      amount: 59.99,
      currency: "USD",
      order_id: "ord_0",
      user_id: 42,
      _cps: { type: "cj", cookie: "click-1" },
      ...calls.own,
    });
    for (const address of [back, cancel].filter((text) => text !== undefined)) {
      const { origin, pathname, searchParams } = new URL(String(address));
      expect(origin + pathname).toBe(`http://localhost:3000/return/${provider}`);
      expect(await readOrderToken(searchParams.get("o"))).toEqual(order);
    }
  });

  it("is told so under the attempt, for the app and the channel of the order, in any browser", async () => {
    const made = listen(calls);
    await send(order);
    expect(made[0]?.headers).toEqual({
      "idempotency-key": order.attempt,
      "x-from": "app-banner",
      "x-app-type": "114",
    });
  });

  it("is told the same when the call is repeated, even once the order has its number", async () => {
    const made = listen(calls);
    const opening = await send(order);
    await send(opening.kind === "opened" ? opening.order : order);
    expect(made[1]).toEqual(made[0]);
  });

  it("keeps to the contract, and says how the buyer gets there", async () => {
    upstream.use(answering(calls.open, calls.due));
    expect(await send(order)).toMatchObject({
      kind: "opened",
      order: { ...order, orderId: "ord_1", handOff: calls.handOff },
    });
  });

  it("sends nobody anywhere where nothing is due", async () => {
    upstream.use(answering(calls.open, calls.nothingDue));
    const opening = await send(order);
    expect(opening).toMatchObject({ kind: "opened", order: { orderId: "ord_1" } });
    expect(opening).not.toHaveProperty("order.handOff.address");
  });
});

it("rb carries the bot check's token that came with the form", async () => {
  const made = listen(CALLS.rb);
  await sendPurchase(orderOf("rb"), await visitor(), { isKeyHonoured: true, botToken: "token-of-the-bot-check" });
  expect(made[0]?.body.recasign).toBe("token-of-the-bot-check");
});

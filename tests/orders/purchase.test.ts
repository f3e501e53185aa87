import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { findOrder, forgetPurchases, knownHandOff, openOrder } from "~/orders/purchase.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { visitorOf } from "~/visitor/visitor.server";
import { changeEnv } from "../env/changed-env";
import { makeApiError, makeParams, makeResult, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { letTimePass } from "../mocks/passing-time";
import { upstream } from "../mocks/server";
import { makeRequest, memberCookie } from "../visitor/requests";
import { makeOrder } from "./orders";

afterEach(forgetUpstream);

const order = makeOrder({ orderId: undefined });
const open = async () => openOrder(order, await visitorOf(makeRequest("/payment/year")));
const refusal = (code: string) => makeApiError({ error: { code, message: "" } });

/** The bodies and keys of the purchase calls that are made. */
function listen() {
  const calls: { key: string | null; body: Record<string, unknown> }[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      calls.push({ key: request.headers.get("idempotency-key"), body: await request.json() });
      return Response.json(makeSoOrder({ order_id: "ord_9" }));
    }),
  );
  return calls;
}

it("an order is opened under its attempt, at the price that was shown", async () => {
  const calls = listen();
  expect(await open()).toMatchObject({ kind: "opened", order: { ...order, orderId: "ord_9" } });
  expect(calls).toEqual([
    {
      key: order.attempt,
      body: expect.objectContaining({
        plan_id: "year",
        email: "buyer@example.com",
        amount: 59.99,
        currency: "USD",
        language: "en",
      }),
    },
  ]);
});

it("opening it twice, at once or later, is one call", async () => {
  const calls = listen();
  const [first, second] = await Promise.all([open(), open()]);
  expect(second).toEqual(first);
  expect(await open()).toEqual(first);
  expect(calls).toHaveLength(1);
});

it("another process repeats the same call, return addresses included, where the API honours keys", async () => {
  const calls = listen();
  await open();
  forgetPurchases();
  expect(await findOrder(order, await visitorOf(makeRequest("/paystatus")))).toMatchObject({ kind: "found" });
  expect(calls).toHaveLength(2);
  expect(calls[1]).toEqual(calls[0]);
});

it("a call whose end nobody knows is repeated by whoever looks for its order, where the API honours keys", async () => {
  upstream.use(responding(endpoints.soPurchase, () => new Response("<html>")));
  expect((await open()).kind).toBe("unknown");
  const calls = listen();
  expect(await findOrder(order, await visitorOf(makeRequest("/paystatus")))).toMatchObject({ kind: "found" });
  expect((await open()).kind).toBe("opened");
  expect(calls).toHaveLength(1);
});

it("an order is found also where the account of whoever looks has ended meanwhile", async () => {
  const asked: boolean[] = [];
  upstream.use(
    responding(endpoints.soPurchase, ({ headers }) => {
      const isMember = headers.has("authorization");
      asked.push(isMember);
      return isMember
        ? Response.json(makeApiError({ code: 401 }), { status: 401 })
        : Response.json(makeSoOrder({ order_id: "ord_9" }));
    }),
  );
  const member = await visitorOf(makeRequest("/paystatus", { cookie: await memberCookie() }));
  expect(await findOrder(order, member)).toMatchObject({ kind: "found", order: { orderId: "ord_9" } });
  expect(asked).toEqual([true, false]);
});

it("another purchase under the same key is not sent", async () => {
  const calls = listen();
  await open();
  const other = await openOrder({ ...order, email: "other@example.com" }, await visitorOf(makeRequest("/")));
  expect(other.kind).toBe("detailsChanged");
  expect(calls).toHaveLength(1);
});

it("nor is the same purchase by another provider", async () => {
  const calls = listen();
  await open();
  const other = await openOrder({ ...order, provider: "ps" }, await visitorOf(makeRequest("/payment/year")));
  expect(other.kind).toBe("detailsChanged");
  expect(calls).toHaveLength(1);
});

it("the way to pay is known to the browser that opened the order, and to no other", async () => {
  upstream.use(answering(endpoints.soPurchase, makeSoOrder({ order_id: "ord_9", web_url: "https://pay.test/so/1" })));
  await open();
  const visitor = await visitorOf(makeRequest("/paystatus"));
  const opened = { ...order, orderId: "ord_9" };
  expect(await knownHandOff(opened, visitor)).toEqual({ kind: "link", address: "https://pay.test/so/1" });
  expect(await knownHandOff({ ...opened, isFollower: true }, visitor)).toBeUndefined();
});

it("the way to pay is the answer's own, and goes along with the order", async () => {
  upstream.use(answering(endpoints.soPurchase, makeSoOrder({ web_url: "https://pay.test/so/1" })));
  const opening = await open();
  expect(opening).toMatchObject({ order: { handOff: { kind: "link", address: "https://pay.test/so/1" } } });
});

describe("an API that does not say that it honours keys", () => {
  beforeEach(() => {
    upstream.use(answering(endpoints.commonParams, makeParams({ idempotency_keys: undefined })));
  });
  const look = async () => findOrder(order, await visitorOf(makeRequest("/paystatus")));

  it("is not sent a call again whose end nobody knows, by this process or another", async () => {
    let calls = 0;
    upstream.use(
      responding(endpoints.soPurchase, () => {
        calls += 1;
        return Response.error();
      }),
    );
    expect((await open()).kind).toBe("unknown");
    expect((await open()).kind).toBe("unknown");
    expect((await look()).kind).toBe("unreachable");
    forgetPurchases();
    expect((await look()).kind).toBe("unreachable");
    expect(calls).toBe(1);
  });

  it.each([500, 502, 503])("may have opened the order that it answered with %d", async (status) => {
    upstream.use(refusing(endpoints.soPurchase, status));
    expect((await open()).kind).toBe("unknown");
  });

  it("is sent the call again where it never got it", async () => {
    upstream.use(refusing(endpoints.soPurchase, 429));
    expect((await open()).kind).toBe("unavailable");
    upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
    expect((await open()).kind).toBe("opened");
  });

  it("is as good as one that says so where the operator knows it", async () => {
    changeEnv({ isApiIdempotent: true });
    const calls = listen();
    await open();
    forgetPurchases();
    expect((await look()).kind).toBe("found");
    expect(calls).toHaveLength(2);
  });
});

it("a call whose token of the bot check is spent is not repeated even then", async () => {
  const calls = listen();
  const spent = { ...order, isTokenSpent: true as const };
  expect((await findOrder(spent, await visitorOf(makeRequest("/paystatus")))).kind).toBe("unreachable");
  expect(calls).toEqual([]);
});

it("a slow call is joined by whoever looks for its order, and found once it has answered", async () => {
  const stopClock = letTimePass();
  let answer = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  upstream.use(responding(endpoints.soPurchase, () => answered));
  expect((await open()).kind).toBe("waiting");
  const look = async () => findOrder(order, await visitorOf(makeRequest("/paystatus")));
  expect((await look()).kind).toBe("unreachable");
  stopClock();
  answer(Response.json(makeSoOrder({ order_id: "ord_9" })));
  expect(await look()).toMatchObject({ kind: "found", order: { orderId: "ord_9" } });
});

it("the provider sends the buyer back to our own origin, with the order's token", async () => {
  const calls = listen();
  await open();
  const back = new URL(String(calls[0]?.body.return_url));
  expect(back.origin + back.pathname).toBe("http://localhost:3000/return/so");
  expect(await readOrderToken(back.searchParams.get("o"))).toEqual(order);
});

it.each([
  ["idempotency_conflict", "detailsChanged"],
  ["in_progress", "waiting"],
  ["email_invalid", "emailRefused"],
  ["plan_gone", "refused"],
])("a refusal for %s is told as %s", async (code, kind) => {
  upstream.use(refusing(endpoints.soPurchase, 409, refusal(code)));
  expect((await open()).kind).toBe(kind);
});

it.each([
  [401, "over"],
  [50008, "loggedOut"],
])("a token that the API no longer knows (%d) is told from a buyer who has none", async (code, refusal) => {
  upstream.use(refusing(endpoints.soPurchase, 400, makeApiError({ code })));
  const member = await visitorOf(makeRequest("/payment/year", { cookie: await memberCookie() }));
  expect(await openOrder(order, member)).toEqual({ kind: "signedOut", refusal });
  expect((await open()).kind).toBe("unavailable");
});

it.each([
  [{ code: 42201, msg: "failed" }, "refused"],
  [{ code: 422, msg: "failed" }, "unavailable"],
])("a refusal without a reason is one where the API has a code of its own: %j", async (body, kind) => {
  upstream.use(responding(endpoints.soPurchase, () => Response.json(body, { status: 422 })));
  expect((await open()).kind).toBe(kind);
});

it("a changed price comes with what it is now", async () => {
  const price = { amount: 64.99, currency: "USD" };
  upstream.use(refusing(endpoints.soPurchase, 409, { ...refusal("price_changed"), price }));
  expect(await open()).toEqual({ kind: "priceChanged", price });
});

it.each(["order_live", "order_done"])(
  "%s names the order there is already, which this buyer only follows",
  async (code) => {
    const error = { ...refusal(code), order: makeResult({ order_id: "ord_7" }) };
    upstream.use(refusing(endpoints.soPurchase, 409, error));
    expect(await open()).toEqual({
      kind: "existing",
      order: { ...order, orderId: "ord_7", isFollower: true, live: {} },
    });
  },
);

it("an order that this buyer goes on with is paid on, one of another browser never, whatever a retry names", async () => {
  const redirect_url = "https://pay.test/so/ord_7";
  const live = { ...refusal("order_live"), order: makeResult({ order_id: "ord_7", redirect_url }) };
  upstream.use(refusing(endpoints.soPurchase, 409, live));
  const visitor = await visitorOf(makeRequest("/payment/year"));
  const retry = { ...order, retryOf: "ord_7" };
  const own = await openOrder(retry, visitor);
  expect(own).toMatchObject({ order: { orderId: "ord_7", handOff: { kind: "link", address: redirect_url } } });
  forgetPurchases();
  const others = await openOrder({ ...retry, isFollower: true }, visitor);
  expect(others).toMatchObject({ kind: "existing", order: { orderId: "ord_7", isFollower: true } });
  expect(others).not.toHaveProperty("order.handOff");
});

it("a live order of another browser comes with until when it can be paid, and whether its buyer got a mail", async () => {
  const told = { expires_at: "2026-11-24T14:32:00Z", link_sent: true };
  upstream.use(
    refusing(endpoints.soPurchase, 409, {
      ...refusal("order_live"),
      order: makeResult({ order_id: "ord_7", ...told }),
    }),
  );
  const live = { until: Date.parse("2026-11-24T14:32:00Z"), isLinkSent: true };
  expect(await open()).toMatchObject({ kind: "existing", order: { isFollower: true, live } });
});

it("an answer nobody can read may be an order: nobody knows", async () => {
  upstream.use(responding(endpoints.soPurchase, () => new Response("<html>")));
  expect(await open()).toEqual({ kind: "unknown", order });
});

it("no answer in time may be an order as well", async () => {
  letTimePass();
  upstream.use(responding(endpoints.soPurchase, () => new Promise<never>(() => {})));
  expect(await open()).toEqual({ kind: "waiting", order });
});

it.each([500, 502, 503])("an API that answers %d opened nothing that is known of", async (status) => {
  upstream.use(refusing(endpoints.soPurchase, status));
  expect((await open()).kind).toBe("unavailable");
});

it("a request outside the contract would be refused: what is sent keeps to it", async () => {
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  expect((await open()).kind).toBe("opened");
});

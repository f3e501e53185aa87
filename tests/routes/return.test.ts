import { describe, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { PROVIDERS, type ProviderCode } from "~/upstream/contract/catalogue";
import { endpoints } from "~/upstream/contract/endpoints";
import { PD_STATUS_HASHES, pathOfStatus } from "~/upstream/contract/purchase-calls";
import { watchLog } from "../env/watched-log";
import { makeResult } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeAppOrder, makeOrder } from "../orders/orders";
import { refusal } from "./buying";
import { orderStands, RESULT_OF } from "./order-status";
import { get, leadsTo, page, post, tokenIn } from "./site";

const back = async (order = makeOrder()) => `/return/${order.provider}?o=${await orderToken(order)}`;
const noticeIn = (answer: Response) =>
  new URL(answer.headers.get("location") ?? "", "http://x").searchParams.get("notice");

/** What the payments API is asked from now on. */
function asked(provider: ProviderCode) {
  const bodies: unknown[] = [];
  upstream.use(
    responding(RESULT_OF[provider], async (request) => {
      bodies.push(await request.json());
      return Response.json(makeResult({ order_state: "paying", status: "pending" }));
    }),
  );
  return bodies;
}

describe.each(PROVIDERS)("%s", (provider) => {
  it.each([
    ["by a link", get],
    ["by a form of the provider's site", (path: string) => post(path, { status: "paid", order_id: "ord_evil" })],
  ])("a buyer who comes back %s sees how the order stands, in the language of the purchase", async (_, come) => {
    const answer = await come(await back(makeOrder({ provider, lang: "de" })));
    expect([answer.status, leadsTo(answer), noticeIn(answer)]).toEqual([303, "/de/paystatus", null]);
    expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_1" });
  });

  it("the provider is asked about our order, whatever else the address names", async () => {
    const bodies = asked(provider);
    await get(`${await back(makeOrder({ provider }))}&status=success&order_id=ord_evil&next=https://evil.test`);
    expect(bodies).toEqual([{ order_id: "ord_1" }]);
  });

  it("a buyer who comes back before the order had a number brings it along", async () => {
    const answer = await get(await back(makeOrder({ provider, orderId: undefined })));
    expect(await readOrderToken(tokenIn(answer))).toMatchObject({ orderId: "ord_1" });
  });

  it.each([404, 500])("where the payments API answers %d the buyer still gets to the status page", async (status) => {
    const paths = provider === "pd" ? PD_STATUS_HASHES.map((hash) => pathOfStatus(hash, "ord_1")) : [];
    const calls = [RESULT_OF[provider], ...paths.map((path) => ({ ...endpoints.pdPurchaseStatus, path }))];
    upstream.use(...calls.map((call) => refusing(call, status)));
    const answer = await get(await back(makeOrder({ provider })));
    expect([answer.status, leadsTo(answer), noticeIn(answer)]).toEqual([303, "/paystatus", null]);
  });

  it("coming back twice changes nothing", async () => {
    orderStands({ status: "pending", order_state: "paying" }, provider);
    const path = await back(makeOrder({ provider }));
    const [first, second] = [await get(path), await get(path)];
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
  });
});

describe("what a provider says is passed on, once, to be judged by the payments API", () => {
  const wallet = "token=EC-1&PayerID=ABC&subscription_id=I-1&ba_token=BA-1&transaction_id=tr_1";
  const named = { transaction_id: "tr_1", token: "EC-1", payer_id: "ABC", subscription_id: "I-1", ba_token: "BA-1" };
  const signed = {
    razorpay_payment_id: "pay_1",
    razorpay_order_id: "order_1",
    razorpay_signature: "ab".repeat(32),
  };

  it("a wallet's names of the payment", async () => {
    const bodies = asked("ps");
    await get(`${await back(makeOrder({ provider: "ps" }))}&${wallet}`);
    expect(bodies).toEqual([{ order_id: "ord_1", ...named }]);
  });

  it("a signed form", async () => {
    const bodies = asked("rz");
    await post(await back(makeOrder({ provider: "rz" })), signed);
    expect(bodies).toEqual([{ order_id: "ord_1", ...signed }]);
  });

  it("a form that tells of a decline", async () => {
    const bodies = asked("rz");
    const told = { "error[code]": "BAD_REQUEST_ERROR", "error[reason]": "payment_failed", "error[metadata]": "{}" };
    await post(await back(makeOrder({ provider: "rz" })), told);
    const error = { code: "BAD_REQUEST_ERROR", reason: "payment_failed" };
    expect(bodies).toEqual([{ order_id: "ord_1", error }]);
  });
});

describe("a return that is not true", () => {
  const forged = { razorpay_payment_id: "pay_1", razorpay_order_id: "order_9", razorpay_signature: "00".repeat(32) };
  const order = makeOrder({ provider: "rz" });

  it.each([
    [400, "signature_invalid"],
    [409, "order_mismatch"],
    [422, "payment_mismatch"],
  ])(
    "is refused (%d %s): the buyer sees how the order really stands, and the log has a warning",
    async (status, code) => {
      upstream.use(refusing(endpoints.rzPurchaseResult, status, refusal(code)));
      const warnings = watchLog("warn");
      const answer = await post(await back(order), forged, { "x-request-id": "req-1" });
      expect([answer.status, leadsTo(answer), noticeIn(answer)]).toEqual([303, "/paystatus", "unverified"]);
      const message = "a return from a payment provider was not believed";
      expect(warnings).toContainEqual(
        expect.objectContaining({ requestId: "req-1", provider: "rz", reason: code, message }),
      );
      expect(JSON.stringify(warnings)).not.toContain(forged.razorpay_signature);
    },
  );

  it("the page says that it was ignored", async () => {
    orderStands({ status: "pending", order_state: "paying" }, "rz");
    const { see } = await page(`/paystatus?o=${await orderToken(order)}&notice=unverified`);
    expect(see.getByText(/We couldn’t verify the payment provider’s answer/)).toBeDefined();
    expect(see.getByRole("heading", { level: 1 }).textContent).toBe("Waiting for confirmation");
  });

  it("other notices than ours are not shown", async () => {
    orderStands({ status: "pending", order_state: "paying" }, "rz");
    const { see } = await page(`/paystatus?o=${await orderToken(order)}&notice=__proto__`);
    expect(see.queryByText(/could not be verified/)).toBeNull();
  });

  it.each([
    ["10,000 characters", "ps", `token=${"x".repeat(10_000)}`],
    ["a line break", "ps", "PayerID=a%0d%0aSet-Cookie:%20x=1"],
    ["markup", "ps", "ba_token=%3Cscript%3E"],
    ["a signature that is none", "rz", "razorpay_signature=forged"],
    ["a payment number that is none", "rz", "razorpay_payment_id=../../x"],
  ] as const)("%s never reaches the payments API", async (_, provider, query) => {
    const bodies = asked(provider);
    const answer = await get(`${await back(makeOrder({ provider }))}&${query}`);
    expect([leadsTo(answer), noticeIn(answer), bodies]).toEqual(["/paystatus", "unverified", []]);
  });

  it("names of other things are not looked at: lists, prototypes, somebody else's order", async () => {
    const bodies = asked("ps");
    const query = "token=EC-1&token=EC-2&__proto__[a]=1&constructor=x&order_id=ord_evil&o=other";
    await get(`${await back(makeOrder({ provider: "ps" }))}&${query}`);
    expect(bodies).toEqual([{ order_id: "ord_1", token: "EC-1" }]);
  });

  it("a session that is over, or a call too many, is not a forgery", async () => {
    upstream.use(refusing(endpoints.rzPurchaseResult, 401, { ...refusal("unauthorized"), code: 401 }));
    expect(noticeIn(await post(await back(order), forged))).toBeNull();
    upstream.use(refusing(endpoints.rzPurchaseResult, 429, refusal("too_many")));
    expect(noticeIn(await post(await back(order), forged))).toBeNull();
  });
});

it.each(["/return/so", "/return/so?o=x", "/return/so?o=", "/return/paypal?o=x", "/return/gap?o=x"])(
  "%s names no order: the status page says so",
  async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/paystatus"]);
  },
);

it("a token of another provider, or of a purchase in an app, is none here", async () => {
  for (const path of [
    `/return/pd?o=${await orderToken(makeOrder())}`,
    `/return/gap?o=${await orderToken(makeAppOrder())}`,
  ]) {
    expect((await get(path)).headers.get("location")).toBe("/paystatus");
  }
});

it("an order that is paid leads on to success", async () => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult()));
  const answer = await get(await back());
  expect(leadsTo(await get(answer.headers.get("location") ?? ""))).toBe("/paysuc");
});

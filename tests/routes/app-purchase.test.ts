import { expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeResult } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeAppOrder } from "../orders/orders";
import { refreshIn, titleOf } from "./order-status";
import { get, leadsTo, page, tokenIn } from "./site";

const CALLS = { gap: endpoints.gapPurchaseResult, tpa: endpoints.tpaPurchaseResult } as const;
const address = (provider: string, more = "") =>
  `/paystatus?provider=${provider}&order_id=ord_1&transaction_id=GPA-1234${more}`;
const OPEN = { order_state: "open", money_taken: "no" } as const;

it.each(["gap", "tpa"] as const)(
  "%s: a purchase begun in an app is confirmed, and shown as any order",
  async (provider) => {
    const bodies: unknown[] = [];
    upstream.use(
      responding(CALLS[provider], async (request) => {
        bodies.push(await request.json());
        return Response.json(makeResult());
      }),
    );
    const answer = await get(address(provider, "&package_name=com.vpn&purchase_token=t1&evil=1"));
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
    const params = { package_name: "com.vpn", purchase_token: "t1" };
    expect(bodies).toEqual([{ order_id: "ord_1", transaction_id: "GPA-1234", params }]);
    expect(await readOrderToken(tokenIn(answer))).toEqual(makeAppOrder({ provider, params }));
    expect(leadsTo(await get(answer.headers.get("location") ?? ""))).toBe("/paysuc");
  },
);

it("the success page of an app's purchase names no e-mail", async () => {
  const { answer, see } = await page(`/paysuc?o=${await orderToken(makeAppOrder())}`);
  expect(answer.status).toBe(200);
  expect(see.getByText("1 year")).toBeDefined();
});

it.each([
  ["declined", { ...OPEN, status: "failed", fail_code: "risk" }],
  ["cancelled", { ...OPEN, status: "canceled" }],
  ["expired", { ...OPEN, status: "expired", order_state: "expired" }],
  ["unpaid", { status: "pending", order_state: "paying", money_taken: "no", redirect_url: "https://pay.test/x" }],
] as const)("%s: nothing is paid on the site, the buyer goes back to the app", async (_, result) => {
  upstream.use(answering(endpoints.gapPurchaseResult, makeResult(result)));
  const { see } = await page(`/paystatus?o=${await orderToken(makeAppOrder())}`);
  expect(see.getByText(/^Go back to the app/)).toBeDefined();
  expect(see.queryByRole("link", { name: /Try again|Continue to payment|Choose another plan/ })).toBeNull();
});

it("one that waits asks again by itself, and does not send the buyer away", async () => {
  upstream.use(answering(endpoints.gapPurchaseResult, makeResult({ status: "pending", order_state: "paying" })));
  const shown = await page(`/paystatus?o=${await orderToken(makeAppOrder())}`);
  expect(titleOf(shown)).toBe("Waiting for confirmation");
  expect(refreshIn(shown)).toMatch(/^2;/);
  expect(shown.see.queryByText(/^Go back to the app/)).toBeNull();
});

it("a waiting page asks in place as for any order", async () => {
  upstream.use(answering(endpoints.gapPurchaseResult, makeResult({ order_state: "granting" })));
  const answer = await get(`/paystatus/state?o=${await orderToken(makeAppOrder())}`);
  expect(await answer.json()).toEqual({ kind: "granting" });
});

it("a plan that is no longer sold is shown without its length", async () => {
  upstream.use(answering(endpoints.gapPurchaseResult, makeResult({ plan_id: "decade" })));
  const answer = await get(address("gap"));
  expect(await readOrderToken(tokenIn(answer))).toEqual(makeAppOrder({ plan: "decade", period: undefined }));
  expect((await page(`/paysuc?o=${tokenIn(answer)}`)).answer.status).toBe(200);
});

it.each([
  "/paystatus?provider=gap",
  "/paystatus?provider=so&order_id=ord_1&transaction_id=GPA-1234",
  "/paystatus?provider=gap&order_id=../x&transaction_id=GPA-1234",
  "/paystatus?provider=__proto__&order_id=ord_1&transaction_id=GPA-1234",
  `/paystatus?provider=gap&order_id=ord_1&transaction_id=GPA-1234&purchase_token=${"x".repeat(10_000)}`,
])("%.60s names no purchase: a 404", async (path) => {
  expect((await page(path)).answer.status).toBe(404);
});

it.each([404, 409])("a purchase that the payments API does not know (%d) is a 404", async (status) => {
  upstream.use(refusing(endpoints.gapPurchaseResult, status));
  const shown = await page(address("gap"));
  expect([shown.answer.status, titleOf(shown)]).toEqual([404, "We can’t find this order"]);
});

it.each([429, 500])("while the payments API answers %d the page asks to come back", async (status) => {
  upstream.use(refusing(endpoints.gapPurchaseResult, status));
  const { answer } = await page(address("gap"));
  expect([answer.status, answer.headers.has("retry-after")]).toEqual([503, true]);
});

it.each([401, 403])("a call refused with %d for who makes it says nothing of the purchase", async (code) => {
  upstream.use(refusing(endpoints.gapPurchaseResult, code, makeApiError({ code })));
  expect((await page(address("gap"))).answer.status).toBe(503);
});

import { describe, expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import { makeApiError } from "../mocks/builders";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { orderStands, refreshIn, statusOf, titleOf } from "./order-status";
import { get, leadsTo, page, tokenIn } from "./site";

const PAY_AT = "https://pay.test/so/ord_1";

it("an order that is paid leads to the success page", async () => {
  const answer = await get(await statusOf());
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paysuc"]);
});

describe.each([
  ["waiting", { status: "pending", order_state: "paying" }],
  ["granting", { status: "success", order_state: "granting", money_taken: "yes" }],
  ["unpaid", { status: "pending", order_state: "paying", redirect_url: PAY_AT }],
  ["action", { status: "requires_action", order_state: "paying", redirect_url: PAY_AT }],
  ["review", { status: "failed", order_state: "review", money_taken: "yes" }],
] as const)("%s", (kind, result) => {
  it("says so, asks again by itself, and never offers to pay again", async () => {
    orderStands(result);
    const shown = await page(await statusOf());
    expect(shown.answer.status).toBe(200);
    expect(titleOf(shown)).toBe(translate("en")(`paystatus:${kind}.title`));
    expect(refreshIn(shown)).toMatch(/^2;url=\/paystatus\?o=[\w.-]+&n=1$/);
    expect(shown.see.queryByRole("link", { name: "Try again" })).toBeNull();
    expect(shown.see.queryByText("You haven’t been charged.")).toBeNull();
  });
});

describe.each([
  ["cancelled", { status: "canceled" }],
  ["expired", { status: "expired", order_state: "expired" }],
  ["declined", { status: "failed", fail_code: "risk" }],
] as const)("%s", (kind, result) => {
  it("says so, offers to pay again, and does not ask again by itself", async () => {
    orderStands(result);
    const shown = await page(await statusOf());
    expect(titleOf(shown)).toBe(translate("en")(`paystatus:${kind}.title`));
    expect(shown.see.getByRole("link", { name: /^Try again/ }).getAttribute("href")).toMatch(/^\/payment\/year\?o=/);
    expect(refreshIn(shown)).toBeUndefined();
  });
});

it("an order that is refunded says so", async () => {
  orderStands({ status: "success", order_state: "refunded" });
  expect(titleOf(await page(await statusOf()))).toBe("Payment refunded");
});

it.each(DECLINE_BUCKETS.filter((bucket) => bucket !== "unknown_outcome"))(
  "a decline for %s comes with its advice",
  async (fail_code) => {
    orderStands({ status: "failed", fail_code });
    const { see } = await page(await statusOf());
    expect(see.getByText(translate("en")(`paystatus:declined.${fail_code}`))).toBeDefined();
  },
);

it.each([
  ["no", true],
  ["unknown", false],
] as const)("of a decline, money taken: %s, the page says that no money was taken: %s", async (money_taken, isSaid) => {
  orderStands({ status: "failed", money_taken });
  const { see } = await page(await statusOf());
  expect(see.queryByText("You haven’t been charged.") !== null).toBe(isSaid);
});

it("a decline after money was taken is waited on", async () => {
  orderStands({ status: "failed", money_taken: "yes" });
  expect(titleOf(await page(await statusOf()))).toBe("Waiting for confirmation");
});

it("an expired order is begun anew, a declined one goes on", async () => {
  orderStands({ status: "expired", order_state: "expired" });
  const anew = await page(await statusOf());
  orderStands({ status: "failed" });
  const further = await page(await statusOf());
  const [first, second] = [anew, further].map(({ see }) =>
    see.getByRole("link", { name: /^Try again/ }).getAttribute("href"),
  );
  expect(second).toBe(`/payment/year?o=${await orderToken(makeOrder())}#provider`);
  expect(first).not.toBe(second);
});

it("while the payments API is away nothing is claimed but that one must not pay again", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 500));
  const shown = await page(await statusOf());
  expect(shown.answer.status).toBe(200);
  expect(titleOf(shown)).toBe("We can’t see your payment yet");
  expect(shown.see.getByText(/Don’t pay again/)).toBeDefined();
  expect(refreshIn(shown)).toBeDefined();
});

it("an order that had no answer yet is found again by its own call", async () => {
  const answer = await get(await statusOf(makeOrder({ orderId: undefined })));
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/paysuc"]);
  const handOff = { kind: "link", address: "https://pay.test/so/ord_1" } as const;
  expect(await readOrderToken(tokenIn(answer))).toEqual(makeOrder({ handOff }));
});

it("an order the payments API would not open was not charged, and can be begun again", async () => {
  upstream.use(refusing(endpoints.soPurchase, 409, makeApiError({ error: { code: "price_changed", message: "" } })));
  const shown = await page(await statusOf(makeOrder({ orderId: undefined })));
  expect(titleOf(shown)).toBe("The payment didn’t start");
  expect(shown.see.getByRole("link", { name: "Try again" })).toBeDefined();
});

it("the page says what was bought for how much, and the number of the order", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const { see } = await page(await statusOf());
  expect(["1 year", "$59.99 USD", "ord_1"].filter((text) => see.queryByText(text) === null)).toEqual([]);
});

it("the order's number is the one reference for support; without an order it is the request's", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const waiting = await page(await statusOf());
  expect(waiting.see.getByText("Order").nextElementSibling?.textContent).toBe("ord_1");
  expect(waiting.see.queryByText(/Support reference/)).toBeNull();
  expect(waiting.see.getByRole("link", { name: "Contact support" })).toBeDefined();
  upstream.use(refusing(endpoints.soPurchase, 409, makeApiError({ error: { code: "price_changed", message: "" } })));
  const notOpened = await page(await statusOf(makeOrder({ orderId: undefined })), { "x-request-id": "req-1" });
  expect(notOpened.see.getByText(/Support reference: req-1/)).toBeDefined();
});

it.each(["/paystatus", "/paystatus?o=", "/paystatus?o=x.y.z", "/paysuc", "/paysuc?o=x"])(
  "%s is a 404",
  async (path) => {
    const { answer, see } = await page(path);
    expect(answer.status).toBe(404);
    expect(see.getByRole("heading", { level: 1 }).textContent).toBe("We can’t find this order");
  },
);

it("an order that was begun by another form is told at its own price", async () => {
  orderStands({ status: "pending", order_state: "paying", redirect_url: PAY_AT, amount: 59.99 });
  const items = [
    { kind: "coupon" as const, amount: -12 },
    { kind: "dueToday" as const, amount: 47.99 },
  ];
  const { see } = await page(await statusOf(makeOrder({ amount: 47.99, coupon: "WELCOME20", items })));
  expect(see.getByText("Amount").nextElementSibling?.textContent).toBe("$59.99\u00a0USD");
  expect([see.queryByText("$47.99"), see.queryByText(/WELCOME20/)]).toEqual([null, null]);
});

import { beforeEach, expect, it } from "vitest";
import { metricsText } from "~/metrics/metrics.server";
import { type Order, orderToken, readOrderToken } from "~/orders/order-token.server";
import { forgetTold } from "~/orders/purchase-log.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { parseMetrics } from "../metrics/parsed";
import { responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { Browser } from "./browser";
import { orderStands, titleOf } from "./order-status";
import { fieldsOf, page, post, tokenIn } from "./site";

beforeEach(forgetTold);

const PAY_AT = "https://new-pay.test/so/ord_1";
const TITLE = "This payment method isn’t available right now";
const orderAt = (address: string, order: Partial<Order> = {}) =>
  makeOrder({ handOff: { kind: "link", address }, ...order });

/** What a buyer sees who is led to the provider. */
async function handedOff(order: Order, browser = new Browser()) {
  return browser.open(`/redirect?o=${await orderToken(order)}`);
}

const refused = (provider: string, host: string): number =>
  parseMetrics(metricsText()).get(`site_refused_addresses_total{provider="${provider}",host="${host}"}`) ?? 0;

it("whoever cannot be led to the provider reads so, that nothing was charged, and has another way at one press", async () => {
  orderStands({ status: "pending", order_state: "paying", money_taken: "no", redirect_url: PAY_AT });
  const shown = await handedOff(orderAt(PAY_AT));
  expect([shown.answer.status, titleOf(shown)]).toEqual([200, TITLE]);
  expect(shown.see.getByText(/Choose another way to pay/)).toBeDefined();
  expect(shown.see.getByText("You haven’t been charged.")).toBeDefined();
  expect(shown.html).not.toContain("new-pay.test");
  for (const name of ["Try again", "Continue to payment"]) expect(shown.see.queryByRole("link", { name })).toBeNull();
  const [other] = shown.document.querySelectorAll("main .actions a.button");
  const form = await page(other?.getAttribute("href") ?? "");
  expect(fieldsOf(form).get("provider")).not.toBe("so");
  expect(fieldsOf(form).get("email")).toBe("buyer@example.com");
});

it("the same on a later visit of the order's status page", async () => {
  orderStands({ status: "pending", order_state: "paying", money_taken: "no", redirect_url: PAY_AT });
  expect(titleOf(await page(`/paystatus?o=${await orderToken(orderAt(PAY_AT))}`))).toBe(TITLE);
});

it("an API that has a status word only does not say whether anything was charged, so the page does not either", async () => {
  upstream.use(responding(endpoints.soPurchaseResult, () => Response.json({ status: "processing" })));
  const shown = await handedOff(orderAt(PAY_AT));
  expect(titleOf(shown)).toBe(TITLE);
  expect(shown.see.queryByText("You haven’t been charged.")).toBeNull();
  const [other] = shown.document.querySelectorAll("main .actions a.button");
  const at = other?.getAttribute("href") ?? "";
  const form = await page(at);
  expect(form.answer.status).toBe(200);
  const next = await readOrderToken(tokenIn(await post(at, fieldsOf(form))));
  expect([next?.kind === "site" && next.retryOf, next?.provider]).not.toEqual(["ord_1", "so"]);
});

it("of an order that may be paid its status page claims nothing of that by itself", async () => {
  upstream.use(responding(endpoints.soPurchaseResult, () => Response.json({ status: "processing" })));
  const shown = await page(`/paystatus?o=${await orderToken(orderAt(PAY_AT))}`);
  expect(titleOf(shown)).toBe("Waiting for confirmation");
});

it("with no other way to pay the buyer is told to try again later, and has other plans", async () => {
  changeEnv({ providersOff: ["pd", "ps", "rz", "rb"] });
  orderStands({ status: "pending", order_state: "paying", money_taken: "no", redirect_url: PAY_AT });
  const shown = await handedOff(orderAt(PAY_AT));
  expect(shown.see.getByText(/Try again in a few minutes/)).toBeDefined();
  const plans = shown.see.getByRole("link", { name: "Choose another plan" });
  expect(plans.getAttribute("href")).toMatch(/^\/payment\?o=/);
});

it("it is counted and logged once for each try, under a host of the list or as another one", async () => {
  changeEnv({ redirectHosts: ["pay.test"] });
  orderStands({ status: "pending", order_state: "paying", redirect_url: PAY_AT });
  const before = [refused("so", "other"), refused("so", "pay.test")];
  const errors = watchLog("error");
  const order = orderAt(PAY_AT, { attempt: "attempt-of-a-new-host" });
  for (let n = 0; n < 3; n += 1) await handedOff(order);
  await handedOff(orderAt("http://pay.test/so/ord_1", { attempt: "attempt-without-tls" }));
  expect([refused("so", "other"), refused("so", "pay.test")]).toEqual(before.map((count) => count + 1));
  const facts = { provider: "so", message: "payment address refused" };
  expect(errors).toEqual([
    expect.objectContaining({ ...facts, attempt: "attempt-of-a-new-host", host: "new-pay.test" }),
    expect.objectContaining({ ...facts, attempt: "attempt-without-tls", host: "pay.test" }),
  ]);
});

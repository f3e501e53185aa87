import { describe, expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makePlan, makeSoOrder } from "../mocks/builders";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { refusal } from "./buying";
import { orderStands, statusOf, titleOf } from "./order-status";
import { fieldsOf, leadsTo, page, post, type Shown, shown, tokenIn } from "./site";

const TRIAL = answering(endpoints.plans, { plans: [makePlan({ trial_price: 0.99, trial_days: 3 })] });
const noLocalPrices = answering(endpoints.prices, { products: [] });
const payButton = ({ see }: Shown) => see.getByRole("button", { name: /^Pay/ }).textContent;

/** The payments API has ended this buyer's attempt: another browser was the first to pay with the last use of something. */
const ended = () => orderStands({ status: "canceled", order_state: "open", money_taken: "no" });

/** From the status page to the form, and to what comes of sending it. */
async function goneOn(order = makeOrder()) {
  ended();
  const status = await page(await statusOf(order));
  const at = status.see.getByRole("link", { name: /^Try again/ }).getAttribute("href") ?? "";
  const form = await page(at);
  return { status, form, send: (from: Shown) => post(at, fieldsOf(from)) };
}

it("a buyer whose payment was ended reads what is true whoever ended it, and that nothing was charged", async () => {
  upstream.use(TRIAL, noLocalPrices);
  const { status, form } = await goneOn();
  expect(titleOf(status)).toBe("Payment canceled");
  expect(status.see.getByText("Your details are saved.")).toBeDefined();
  expect(status.see.getByText("You haven’t been charged.")).toBeDefined();
  expect(
    form.see.getByText(
      "Your earlier payment didn’t go through. Your details are still here. You haven’t been charged.",
    ),
  ).toBeDefined();
});

describe("where the first who paid has had", () => {
  it("the trial, the full price is asked about before anything is charged, and can be paid", async () => {
    upstream.use(TRIAL, noLocalPrices);
    const { form, send } = await goneOn();
    expect(payButton(form)).toBe("Pay $0.99");
    upstream.use(refusing(endpoints.soPurchase, 422, refusal("trial_used")));
    const asked = await shown(send(form));
    expect([asked.answer.status, payButton(asked)]).toEqual([422, "Pay $59.99"]);
    expect(asked.see.getByRole("alert").textContent).toContain("trial for this plan has already been used");
    upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
    const paid = await send(asked);
    expect(leadsTo(paid)).toBe("/redirect");
    expect(await readOrderToken(tokenIn(paid))).toMatchObject({ amount: 59.99, trial_used: "on", retryOf: "ord_1" });
  });

  it("the coupon's last use, the price without it is asked about, and can be paid", async () => {
    upstream.use(noLocalPrices, answering(endpoints.checkCoupon, makeCoupon()));
    const { form, send } = await goneOn(makeOrder({ coupon: "WELCOME20" }));
    expect(payButton(form)).toBe("Pay $47.99");
    upstream.use(refusing(endpoints.soPurchase, 422, refusal("coupon_limit_reached")));
    const asked = await shown(send(form));
    expect([asked.answer.status, payButton(asked)]).toEqual([422, "Pay $59.99"]);
    expect(asked.see.getByRole("alert").textContent).toContain("This coupon has reached its limit");
    upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
    const paid = await send(asked);
    expect(leadsTo(paid)).toBe("/redirect");
    const order = await readOrderToken(tokenIn(paid));
    expect(order).toMatchObject({ amount: 59.99 });
    expect(order).not.toHaveProperty("coupon");
  });
});

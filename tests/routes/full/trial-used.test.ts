import { beforeEach, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makePlan, makePrice, makeSoOrder } from "../../mocks/builders";
import { answering, refusing } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { BUYER, refusal } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, leadsTo, page, post, type Shown, shown, tokenIn } from "../site";

const WEEKLY = makePlan({ trial_price: 0.99, trial_days: 3 });
const FULL = "€54.99";

beforeEach(() => {
  upstream.use(
    answering(endpoints.plans, { plans: [WEEKLY, makePlan({ id: "month", product_id: "1002", interval: "month" })] }),
    refusing(endpoints.soPurchase, 422, refusal("trial_used")),
  );
});

const send = (form: Shown, entered: Record<string, string> = {}) => post("/payment/year", fieldsOf(form, entered));
const payButton = ({ see }: Shown) => see.getByRole("button", { name: /^Pay/ }).textContent;

/** The form after the payments API has said that this buyer has used the trial. */
async function refused(path = "/payment/year") {
  const form = await page(path);
  return { form, again: await shown(send(form, BUYER)) };
}

it.each(["/payment/year", "/pricing/checkout/year"])(
  "%s comes back at the full price, without the trial",
  async (path) => {
    const { form, again } = await refused(path);
    expect(payButton(form)).toBe("Pay €0.91");
    expect(again.answer.status).toBe(422);
    const told = "The trial for this plan has already been used. You can buy the plan without a trial for €54.99.";
    const alert = again.see.getByRole("alert");
    expect(alert.textContent).toContain(told);
    expect(alert.querySelector("a")?.getAttribute("href")).toBe("#quote");
    expect(payButton(again)).toBe(`Pay ${FULL}`);
    expect(again.document.querySelector(".line-trial")).toBeNull();
    expect(again.see.getByText(/^You’re ordering a subscription: €54.99 today/)).toBeDefined();
  },
);

it("keeps what was entered, under an attempt of its own", async () => {
  const { form, again } = await refused();
  expect(Object.fromEntries(fieldsOf(again))).toMatchObject(BUYER);
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
});

it("is paid at the full price", async () => {
  const { again } = await refused();
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  const answer = await send(again);
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ amount: 54.99, currency: "EUR", trial_used: "on" });
});

it("keeps the full price when a coupon is applied and removed, and in another country", async () => {
  const { again } = await refused();
  upstream.use(answering(endpoints.checkCoupon, makeCoupon()));
  const cheaper = await shown(send(again, { coupon: "WELCOME20", intent: "apply-coupon" }));
  expect(payButton(cheaper)).toBe("Pay €43.99");
  const plain = await shown(send(cheaper, { intent: "remove-coupon" }));
  expect(payButton(plain)).toBe(`Pay ${FULL}`);
  upstream.use(
    answering(endpoints.prices, {
      products: [makePrice({ currency: "GBP", subscription: { price: { gross: 49.99 } } })],
    }),
  );
  const british = await shown(send(plain, { country: "GB", intent: "change-country" }));
  expect(payButton(british)).toBe("Pay £49.99");
});

it("the price that was shown decides: without what the form remembers, the trial is shown again, not charged", async () => {
  const { form, again } = await refused();
  const forgetful = fieldsOf(again);
  forgetful.delete("trial_used");
  expect(payButton(await shown(post("/payment/year", forgetful)))).toBe("Pay €0.91");
  const forged = await shown(send(form, { ...BUYER, trial_used: "on" }));
  expect(payButton(forged)).toBe(`Pay ${FULL}`);
});

it("where the payments API knows another price, the trial is offered again", async () => {
  const { again } = await refused();
  upstream.use(refusing(endpoints.soPurchase, 409, refusal("price_changed")));
  const anew = await shown(send(again));
  expect(payButton(anew)).toBe("Pay €0.91");
  expect(fieldsOf(anew).has("trial_used")).toBe(false);
});

it("a coupon that is refused at the last moment does not bring the trial back", async () => {
  const { again } = await refused();
  upstream.use(refusing(endpoints.soPurchase, 422, refusal("coupon_used_up")));
  expect(payButton(await shown(send(again)))).toBe(`Pay ${FULL}`);
});

it("a further attempt at the order has the full price, and another plan's form its own", async () => {
  orderStands({ status: "failed", order_state: "open", money_taken: "no", fail_code: "bank_declined" });
  const token = await orderToken(makeOrder({ trial_used: "on" }));
  expect(payButton(await page(`/payment/year?o=${token}`))).toBe(`Pay ${FULL}`);
  expect(fieldsOf(await page(`/payment/month?o=${token}`)).has("trial_used")).toBe(false);
});

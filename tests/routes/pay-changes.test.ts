import { expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { makePlan, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER, refusal } from "./buying";
import { fieldsOf, page, post, shown, tokenIn } from "./site";

it("where the price has changed since, the buyer sees the old and the new one before paying", async () => {
  const form = await page("/payment/year");
  forgetUpstream();
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }), noLocalPrices);
  const { answer, see } = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(answer.status).toBe(422);
  expect(see.getByRole("alert").textContent).toContain("from €54.99 to $64.99");
  expect(see.getByRole("button", { name: "Pay $64.99" })).toBeDefined();
});

const noLocalPrices = answering(endpoints.prices, { products: [] });

it("where the payments API knows a newer price, the page shows that one, and it can be paid", async () => {
  const form = await page("/payment/year");
  const price = { amount: 64.99, currency: "USD" };
  upstream.use(
    refusing(endpoints.soPurchase, 409, refusal("price_changed", { price })),
    answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 64.99 })] }),
    noLocalPrices,
  );
  const again = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("from €54.99 to $64.99");
  expect(again.see.getByRole("button", { name: "Pay $64.99" })).toBeDefined();
  expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  const answer = await post("/payment/year", fieldsOf(again));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ ...price, orderId: "ord_1" });
});

it("a provider that was switched off meanwhile is not available", async () => {
  const form = await page("/payment/year");
  changeEnv({ providersOff: ["so"] });
  const { answer, see } = await shown(post("/payment/year", fieldsOf(form, BUYER)));
  expect(answer.status).toBe(422);
  expect(see.getByRole("alert").textContent).toContain("This payment method isn’t available");
});

it("a plan that is gone is a 404", async () => {
  const form = await page("/payment/year");
  forgetUpstream();
  upstream.use(answering(endpoints.plans, { plans: [makePlan({ id: "month" })] }));
  expect((await post("/payment/year", fieldsOf(form, BUYER))).status).toBe(404);
});

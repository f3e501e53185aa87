import { afterEach, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makePlan, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER, refusal } from "./buying";
import { fieldsOf, leadsTo, page, post, shown, tokenIn } from "./site";

afterEach(() => {
  vi.useRealTimers();
});

const withCoupon = () => page("/payment/year?coupon=WELCOME20");
const send = (form: Awaited<ReturnType<typeof page>>, entered: Record<string, string> = {}) =>
  shown(post("/payment/year", fieldsOf(form, { ...BUYER, ...entered })));

it("the order carries the coupon, the price with it and the lines that make it up", async () => {
  const bodies: unknown[] = [];
  upstream.use(
    answering(endpoints.soPurchase, (request) => {
      request.json().then((body) => bodies.push(body));
      return makeSoOrder();
    }),
  );
  const { answer } = await send(await withCoupon());
  expect(leadsTo(answer)).toBe("/redirect");
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({
    amount: 43.99,
    coupon: "WELCOME20",
    items: [
      { kind: "plan", amount: 54.99 },
      { kind: "coupon", amount: -11 },
      { kind: "dueToday", amount: 43.99 },
      { kind: "tax", amount: 7.63 },
    ],
  });
  expect(bodies).toEqual([expect.objectContaining({ coupon_id: "WELCOME20", amount: 43.99, currency: "EUR" })]);
});

it("a coupon that was typed and not applied is applied first: nobody pays a price they have not seen", async () => {
  upstream.use(refusing(endpoints.soPurchase, 500));
  const again = await send(await page("/payment/year"), { coupon: "welcome20" });
  expect(again.answer.status).toBe(200);
  expect(again.see.getByText(/WELCOME20: €43.99 instead of €54.99/)).toBeDefined();
  expect(again.see.getByRole("button", { name: "Pay €43.99" })).toBeDefined();
  upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
  const { answer } = await send(again);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ amount: 43.99, coupon: "WELCOME20" });
});

it("one that is refused then is told, and does not stop the next try", async () => {
  upstream.use(answering(endpoints.checkCoupon, makeCoupon({ valid: false, discount: undefined, reason: "expired" })));
  const again = await send(await page("/payment/year"), { coupon: "OLD" });
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").querySelectorAll("a")).toHaveLength(1);
  const { answer } = await send(again);
  const order = await readOrderToken(tokenIn(answer));
  expect(order).toMatchObject({ amount: 54.99 });
  expect(order).not.toHaveProperty("coupon");
});

it("another coupon instead of a refused one is applied first as well", async () => {
  upstream.use(answering(endpoints.checkCoupon, makeCoupon({ valid: false, discount: undefined, reason: "expired" })));
  const refused = await send(await page("/payment/year"), { coupon: "OLD" });
  upstream.use(answering(endpoints.checkCoupon, makeCoupon()));
  const again = await send(refused, { coupon: "welcome20" });
  expect(again.answer.status).toBe(200);
  expect(again.see.getByRole("button", { name: "Pay €43.99" })).toBeDefined();
});

it("a form whose coupon was taken out by hand shows the price without it first", async () => {
  const again = await send(await withCoupon(), { coupon: "" });
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("from €43.99 to €54.99");
});

it.each(["already_used", "limit_reached", "something_new"])(
  "where the purchase itself refuses the coupon (%s), it is gone, both prices are told, and nothing is lost",
  async (reason) => {
    upstream.use(refusing(endpoints.soPurchase, 422, refusal(`coupon_${reason}`)));
    const form = await withCoupon();
    const again = await send(form);
    expect(again.answer.status).toBe(422);
    const links = [...again.see.getByRole("alert").querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual(["#coupon", "#quote"]);
    expect(again.see.getByRole("alert").textContent).toContain("from €43.99 to €54.99");
    expect(again.see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe(BUYER.email);
    expect(fieldsOf(again).get("attempt")).not.toBe(fieldsOf(form).get("attempt"));
    upstream.use(answering(endpoints.soPurchase, makeSoOrder()));
    const { answer } = await send(again);
    expect(await readOrderToken(tokenIn(answer))).toMatchObject({ amount: 54.99, orderId: "ord_1" });
  },
);

it("where the plan's own price has changed, the coupon stays in the new one", async () => {
  const form = await withCoupon();
  forgetUpstream();
  upstream.use(
    answering(endpoints.plans, { plans: [makePlan({ price_discount_amount: 70 })] }),
    answering(endpoints.prices, { products: [] }),
  );
  const again = await send(form);
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("from €43.99 to $56.00");
  expect(again.see.getByRole("button", { name: "Pay $56.00" })).toBeDefined();
});

const FREE = makeCoupon({ coupon_id: "FREE", discount: { type: "percent", value: 100 } });

it("with nothing due there is no provider to choose, and nothing is said to renew", async () => {
  upstream.use(answering(endpoints.checkCoupon, FREE));
  const { see, document } = await page("/payment/year?coupon=FREE");
  expect(see.queryByRole("radio")).toBeNull();
  expect(see.getByRole("button", { name: "Start now" })).toBeDefined();
  expect(see.getByText("There’s nothing to pay.")).toBeDefined();
  expect(document.querySelector(".renewal")?.textContent).toMatch(/^No auto-renewal. Your plan ends on .+\.$/);
});

it("with nothing due the order is for nothing, through whatever provider there is", async () => {
  upstream.use(answering(endpoints.checkCoupon, FREE));
  vi.useFakeTimers({ toFake: ["Date"] });
  const form = await page("/payment/year?coupon=FREE&provider=so");
  vi.setSystemTime(Date.now() + 30_000);
  const answer = await post("/payment/year", fieldsOf(form, { email: BUYER.email }));
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ amount: 0, provider: "so", coupon: "FREE" });
});

import { expect, it, vi } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makePlan, makePrice, makeResult } from "../mocks/builders";
import { responding } from "../mocks/handlers";
import { moment } from "../mocks/moment";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { makeOrder } from "../orders/orders";
import { page } from "./site";

it("a coupon is asked about while the prices load", async () => {
  const [pricesAsked, couponAsked] = [moment(), moment()];
  upstream.use(
    responding(endpoints.prices, async () => {
      pricesAsked.happen();
      await couponAsked.happened;
      return Response.json({ products: [makePrice()] });
    }),
    responding(endpoints.checkCoupon, async () => {
      couponAsked.happen();
      await pricesAsked.happened;
      return Response.json(makeCoupon());
    }),
  );
  const { see } = await page("/payment/year?coupon=WELCOME20");
  expect(see.getByText("WELCOME20 applied")).toBeTruthy();
  expect(see.getByRole("button", { name: /^Pay €/ })).toBeTruthy();
});

/** The page's five seconds begin; an answer of the API takes nearly three of them, and prices never come. */
function startSlowHour() {
  stopClock(["setTimeout", "clearTimeout"]);
  const [slowAsked, pricesAsked] = [moment(), moment()];
  upstream.use(
    responding(endpoints.prices, async () => {
      pricesAsked.happen();
      await new Promise(() => {});
      return Response.json({});
    }),
  );
  return {
    slowly: async (answer: object): Promise<Response> => {
      slowAsked.happen();
      await new Promise((resolve) => setTimeout(resolve, 2_900));
      return Response.json(answer);
    },
    letItPass: async () => {
      await slowAsked.happened;
      vi.advanceTimersByTime(2_900);
      await pricesAsked.happened;
      vi.advanceTimersByTime(2_200);
    },
  };
}

it("a page gives up on what it can do without after five seconds, however patient each call is", async () => {
  await page("/");
  const { slowly, letItPass } = startSlowHour();
  upstream.use(responding(endpoints.plans, () => slowly({ plans: [makePlan()] })));
  // Another app's plans: the first page has left its own in the cache.
  const showing = page("/payment/year?country=GB", { cookie: "app=114" });
  await letItPass();
  const { answer, see } = await showing;
  expect(answer.status).toBe(200);
  expect(see.getByRole("button", { name: /^Pay \$/ })).toBeTruthy();
});

it("the time for asking about an earlier order is part of the page's five seconds", async () => {
  await page("/");
  const token = await orderToken(makeOrder());
  const { slowly, letItPass } = startSlowHour();
  const open = makeResult({ status: "failed", order_state: "open", money_taken: "no" });
  upstream.use(responding(endpoints.soPurchaseResult, () => slowly(open)));
  const showing = page(`/payment/year?country=GB&o=${token}`, { cookie: "app=114" });
  await letItPass();
  expect((await showing).answer.status).toBe(200);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeParams, makePlan, makeSoOrder } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { BUYER } from "./buying";
import { fieldsOf, leadsTo, page, post, type Shown, shown, tokenIn } from "./site";

const sell = (plan: Parameters<typeof makePlan>[0]) =>
  upstream.use(
    answering(endpoints.plans, { plans: [makePlan({ trial_days: 3, ...plan })] }),
    answering(endpoints.commonParams, makeParams({ providers: ["so", "ps"] })),
  );
const providersIn = ({ document }: Shown) => document.querySelectorAll("[type=radio][name=provider]").length;
const guardIn = ({ document }: Shown) => document.querySelector("[name=stamp], [name=subject]");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
});
afterEach(() => vi.useRealTimers());

describe("a trial for nothing that becomes a paid subscription", () => {
  beforeEach(() => {
    sell({ trial_price: 0 });
  });

  it("asks for a way to pay, and says what is charged when", async () => {
    const form = await page("/payment/year");
    expect([providersIn(form), guardIn(form)]).toEqual([2, null]);
    expect(form.see.getByRole("button", { name: "Subscribe with obligation to pay" })).toBeDefined();
    expect(form.document.querySelector(".timeline")?.textContent).toMatch(
      /Today €0\.00.*November 24, 2026 €54\.99 every year/,
    );
  });

  it("leads to the provider", async () => {
    const answer = await post("/payment/year", fieldsOf(await page("/payment/year"), BUYER));
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/redirect"]);
    expect(await readOrderToken(tokenIn(answer))).toMatchObject({
      amount: 0,
      provider: "so",
      sale: "trial",
      next: { on: "2026-11-24", amount: 54.99 },
    });
  });

  it("without a provider on offer it cannot be ordered", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ providers: [] })));
    const { see } = await page("/payment/year");
    expect(see.getByText(/^No payment methods are available/)).toBeDefined();
  });
});

it("a trial that costs something is paid like a plan", async () => {
  sell({ trial_price: 0.99 });
  const form = await page("/payment/year");
  expect([providersIn(form), guardIn(form)]).toEqual([2, null]);
  expect(form.see.getByRole("button", { name: "Pay €0.91" })).toBeDefined();
});

describe("a trial that asks for no way to pay", () => {
  beforeEach(() => {
    sell({ trial_price: 0, trial_without_method: true });
    upstream.use(answering(endpoints.soPurchase, makeSoOrder({ web_url: null })));
  });

  it("is started, not paid, and ends by itself", async () => {
    const form = await page("/payment/year");
    expect(providersIn(form)).toBe(0);
    expect(guardIn(form)).not.toBeNull();
    expect(form.see.getByRole("button", { name: "Start now" })).toBeDefined();
    expect(form.see.getByText(/^Your free trial ends on November 24, 2026/)).toBeDefined();
  });

  it("is given to persons only", async () => {
    const form = await page("/payment/year");
    vi.setSystemTime(Date.now() + 30_000);
    const fields = fieldsOf(form, { email: BUYER.email });
    const robot = new URLSearchParams(fields);
    robot.delete("stamp");
    expect((await shown(post("/payment/year", robot))).answer.status).toBe(422);
    const answer = await post("/payment/year", fields);
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/paystatus"]);
    const order = await readOrderToken(tokenIn(answer));
    expect(order).toMatchObject({ sale: "freeTrial", next: { on: "2026-11-24" } });
    expect(order).not.toHaveProperty("next.amount");
  });
});

it("a plan that is sold once does not renew", async () => {
  sell({ trial_days: undefined, renews: false });
  const { see } = await page("/payment/year");
  expect(see.getByText("No auto-renewal. Your plan ends on November 21, 2027.")).toBeDefined();
  expect(see.getByRole("button", { name: "Pay €54.99" })).toBeDefined();
});

it.each([
  ["what follows a trial for nothing", { trial_price: 0 }, "€54.99 · November 24, 2026"],
  ["that nothing follows a trial without a way to pay", { trial_price: 0, trial_without_method: true }, undefined],
  ["that nothing follows a plan that is sold once", { renews: false }, undefined],
])("the comparison of plans says %s", async (_, plan, next) => {
  sell(plan);
  const { document } = await page("/pricing");
  expect(document.querySelector("[data-label='Next payment']")?.textContent).toBe(next);
});

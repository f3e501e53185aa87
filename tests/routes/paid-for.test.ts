import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { translate } from "~/i18n/messages.server";
import { readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makePlan, makeProfile } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { memberCookie } from "../visitor/requests";
import { fieldsOf, page, post, type Shown, tokenIn } from "./site";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-31T12:00:00Z") });
});
afterEach(() => {
  vi.useRealTimers();
});

const MEMBER = { cookie: await memberCookie() };
const emailOf = ({ see }: Shown) => see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value;

it("somebody new learns that the plan goes to the address they enter", async () => {
  const shown = await page("/payment/year");
  expect(shown.see.getByText("For your receipt, account, and order updates.")).toBeDefined();
  expect(emailOf(shown)).toBe("");
});

it("a member sees which account is paid for, and need not type its address", async () => {
  const shown = await page("/payment/year", MEMBER);
  expect(shown.see.getByText("For your account member@example.com (ID 42).")).toBeDefined();
  expect(emailOf(shown)).toBe("member@example.com");
});

it("a member with time left is told how long, and that buying adds to it", async () => {
  upstream.use(answering(endpoints.profile, makeProfile({ vip: { remain_time: 10 * 86_400 } })));
  const { see } = await page("/payment/year", MEMBER);
  expect(
    see.getByText("Your plan is active until February 9, 2026. The time you have left is added to the new plan."),
  ).toBeDefined();
});

it("a member who already has a subscription is shown where to end it, and not that anything is added to it", async () => {
  const subscription = { source: "web", renews: true, plan_id: "month" } as const;
  upstream.use(answering(endpoints.profile, makeProfile({ vip: { remain_time: 10 * 86_400 }, subscription })));
  const { see } = await page("/de/payment/year", MEMBER);
  const end = see.getByRole("link", { name: translate("de")("sale:account.end.web") });
  expect(end.getAttribute("href")).toBe("/de/cancel");
  expect(see.queryByText(/10. Februar 2026/)).toBeNull();
});

it("a member without time left is told nothing of the kind", async () => {
  const { see } = await page("/payment/year", MEMBER);
  expect(see.queryByText(/is active until/)).toBeNull();
});

it("the order is for the account that was shown", async () => {
  const form = await page("/payment/year", MEMBER);
  const answer = await post("/payment/year", fieldsOf(form, { provider: "so" }), MEMBER);
  expect(await readOrderToken(tokenIn(answer))).toMatchObject({ userId: 42, email: "member@example.com" });
});

it("what a member's plan is still worth is a line of its own", async () => {
  const plan = makePlan({ price_discount_amount: 40, price_deduction_amount: 19.99 });
  upstream.use(answering(endpoints.plans, { plans: [plan] }), answering(endpoints.prices, { products: [] }));
  const { document } = await page("/payment/year", MEMBER);
  expect(document.querySelector(".line-deduction")?.textContent).toBe("Credit for your current plan−$19.99");
});

import { describe, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoOrder } from "../../mocks/builders";
import { refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { BUYER } from "../buying";
import { orderStands } from "../order-status";
import { fieldsOf, get, leadsTo, page, post, type Shown, tokenIn } from "../site";

const formFor = async (plan: string, order = makeOrder()) => `/payment/${plan}?o=${await orderToken(order)}`;
const FAILED = "Your earlier payment didn’t go through. Your details are still here. You haven’t been charged.";
const noticeIn = ({ see }: Shown) => see.queryByText(FAILED, { exact: false });

/** The purchase calls that are made. */
function listen() {
  const calls: unknown[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      calls.push(await request.json());
      return Response.json(makeSoOrder());
    }),
  );
  return calls;
}

const PAID = [
  ["is paid", { status: "success", money_taken: "yes", order_state: "done" }, "/paysuc"],
  ["is being set up", { status: "pending", money_taken: "yes", order_state: "granting" }, "/paysuc"],
] as const;
const UNDER_WAY = [
  ["waits for its confirmation", { status: "pending", order_state: "paying" }, "/paystatus"],
  ["is being looked into", { status: "pending", order_state: "review" }, "/paystatus"],
] as const;

describe.each([...PAID, ...UNDER_WAY])("a form whose order %s", (_, result, to) => {
  it("leads to how it stands, instead of calling it failed", async () => {
    orderStands(result);
    for (const plan of ["year", "month"]) {
      const answer = await get(await formFor(plan));
      expect([answer.status, leadsTo(answer)]).toEqual([303, to]);
    }
    expect(leadsTo(await get(`/pricing/checkout/year?o=${await orderToken(makeOrder())}`))).toBe(to);
  });

  it("sells nothing when it is sent after all", async () => {
    const calls = listen();
    orderStands({ status: "failed", fail_code: "risk" });
    const form = await page(await formFor("year"));
    orderStands(result);
    for (const plan of ["year", "month"]) {
      const answer = await post(await formFor(plan), fieldsOf(form, { ...BUYER, plan }));
      expect([answer.status, leadsTo(answer)]).toEqual([303, to]);
    }
    expect(calls).toEqual([]);
  });
});

it("nobody knows how it stands: its own page says so", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 503));
  expect(leadsTo(await get(await formFor("year")))).toBe("/paystatus");
});

it.each([
  ["was declined", { status: "failed", fail_code: "risk" }],
  ["was cancelled", { status: "canceled", order_state: "open" }],
  ["has expired", { status: "expired", order_state: "expired" }],
] as const)("an order that %s can be paid for again, and is said to have failed", async (_, result) => {
  orderStands(result);
  expect(noticeIn(await page(await formFor("year")))).not.toBeNull();
});

it.each([
  ["is open at the provider", { status: "pending", order_state: "paying", redirect_url: "https://pay.test/1" }],
  ["was refunded", { status: "canceled", order_state: "refunded" }],
] as const)("nothing is said of an order that %s, and it can be paid another way", async (_, result) => {
  orderStands(result);
  const shown = await page(await formFor("year"));
  expect([shown.answer.status, noticeIn(shown)]).toEqual([200, null]);
});

describe("a purchase after an order that was declined", () => {
  async function bought(plan: string): Promise<unknown[]> {
    const calls = listen();
    orderStands({ status: "failed", fail_code: "risk" });
    const at = await formFor(plan);
    await post(at, fieldsOf(await page(at), { ...BUYER, plan }));
    return calls;
  }

  it("is a further attempt at that order for the same plan", async () => {
    expect(await bought("year")).toMatchObject([{ order_id: makeOrder().orderId }]);
  });

  it("is an order of its own for another plan", async () => {
    expect(await bought("month")).toEqual([expect.not.objectContaining({ order_id: expect.anything() })]);
  });
});

it("why it was declined is repeated at the ways to pay", async () => {
  orderStands({ status: "failed", fail_code: "auth_failed" });
  const { document } = await page(await formFor("year"));
  const notice = document.querySelector("#provider")?.previousElementSibling;
  expect(notice?.textContent).toBe(
    `${FAILED} Your bank couldn’t confirm it was you. Have your banking app ready and try again.`,
  );
});

it("an order that nobody knows leaves the form a new one", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 404));
  const shown = await page(await formFor("year"));
  expect([shown.answer.status, noticeIn(shown)]).toEqual([200, null]);
});

it("beside a paid order another plan is sold only after asking, as a purchase of its own with the same entries", async () => {
  orderStands({ status: "success", money_taken: "yes", order_state: "done" });
  const answer = await get(await formFor("month"));
  const success = await page(`/paysuc?o=${tokenIn(answer)}&other=month`);
  expect(success.see.getByText(/The other plan wasn’t ordered/)).toBeDefined();
  const href = success.see.getByRole("link", { name: "Buy the other plan too" }).getAttribute("href") ?? "";
  expect(href).toMatch(/^\/payment\/month\?o=/);
  expect(answer.headers.get("location")).toMatch(/other=month$/);
  const other = await readOrderToken(new URL(href, "http://x").searchParams.get("o"));
  expect(other).toMatchObject({ email: "buyer@example.com" });
  expect(other).not.toHaveProperty("orderId");
  const form = await page(href);
  expect([form.answer.status, noticeIn(form)]).toEqual([200, null]);
});

it("a success page names no plan that its address makes up", async () => {
  orderStands({ status: "success", money_taken: "yes", order_state: "done" });
  const success = await page(`/paysuc?o=${await orderToken(makeOrder())}&other=%3Cb%3E`);
  expect(success.see.queryByRole("link", { name: "Buy the other plan too" })).toBeNull();
});

import { describe, expect, it } from "vitest";
import { orderToken, readOrderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../../mocks/builders";
import { refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { stopClock } from "../../mocks/stopped-clock";
import { makeOrder } from "../../orders/orders";
import { BUYER, refusal } from "../buying";
import { orderStands, refreshIn, statusOf, titleOf } from "../order-status";
import { fieldsOf, get, leadsTo, page, post, tokenIn } from "../site";

const MINUTE_MS = 60_000;
const LIVE = { status: "pending", order_state: "paying", redirect_url: "https://pay.test/so/ord_7" } as const;

/** As the payments API has named it, after this visitor typed its e-mail address. */
const elsewhere = (live: { until?: number; isLinkSent?: boolean } = {}) =>
  makeOrder({ orderId: "ord_7", isFollower: true, coupon: "WELCOME20", handOff: undefined, live });

/** What nobody may learn by typing an address. */
const FACTS = /ord_7|59\.99|WELCOME20|1 year|year plan|\b20\d\d\b.*renew|pay\.test|November|Amount|Order number/;

const textOf = ({ document }: { document: Document }) => document.querySelector("main")?.textContent ?? "";

describe.each([
  ["is being paid for", LIVE, "This plan is already being paid for"],
  ["waits for its bank", { ...LIVE, status: "requires_action" }, "This plan is already being paid for"],
  ["has money on its way", { status: "pending", order_state: "paying" }, "This plan is already being paid for"],
  ["is looked at", { order_state: "review", status: "failed" }, "This plan is already being paid for"],
  ["is set up", { order_state: "granting", status: "success" }, "This order is complete"],
  ["is paid", { order_state: "done", status: "success", renewal: RENEWAL() }, "This order is complete"],
  ["was declined", { status: "failed", fail_code: "risk" }, "You can buy this plan here"],
  ["was cancelled", { status: "canceled", order_state: "cancelled" }, "You can buy this plan here"],
  ["has expired", { status: "expired", order_state: "expired" }, "You can buy this plan here"],
  ["was paid back", { status: "success", order_state: "refunded" }, "You can buy this plan here"],
] as const)("another browser's order that %s", (_, result, title) => {
  it("is told as that, and by no fact", async () => {
    orderStands({ order_id: "ord_7", retry_after: 7, ...result });
    const shown = await page(await statusOf(elsewhere()));
    expect([shown.answer.status, titleOf(shown)]).toEqual([200, title]);
    expect(textOf(shown)).not.toMatch(FACTS);
    expect(shown.html).not.toMatch(/ord_7|59\.99|WELCOME20|receipts\?k=/);
  });

  it("is so for the poll, too", async () => {
    orderStands({ order_id: "ord_7", ...result });
    const answer = await get(`/paystatus/state?o=${await orderToken(elsewhere())}`);
    expect(Object.keys(await answer.json())).toEqual(["kind"]);
  });
});

function RENEWAL() {
  return { on: "2027-11-23T12:00:00Z", amount: 59.99, currency: "USD" };
}

it("a return that names an order is told no more of it", async () => {
  orderStands({ order_id: "ord_7", status: "success", order_state: "done" });
  upstream.use(responding(endpoints.soPurchase, () => Response.error()));
  const unnamed = await orderToken(makeOrder({ orderId: undefined, isTokenSpent: true }));
  const back = await get(`/return/so?o=${unnamed}&order_id=ord_7`);
  const shown = await page(back.headers.get("location") ?? "");
  expect(titleOf(shown)).toBe("This order is complete");
  expect(textOf(shown)).not.toMatch(FACTS);
});

it("the success page of such an order is its status page", async () => {
  orderStands({ status: "success", order_state: "done" });
  expect(leadsTo(await get(`/paysuc?o=${await orderToken(elsewhere())}`))).toBe("/paystatus");
});

describe("while it can be paid there", () => {
  it("the page says for how long, to the minute, and asks again by itself", async () => {
    orderStands(LIVE);
    stopClock();
    const shown = await page(await statusOf(elsewhere({ until: Date.now() + 11.2 * MINUTE_MS })));
    expect(shown.see.getByText(/you can buy this plan here in 12 minutes\./)).toBeDefined();
    expect(refreshIn(shown)).toMatch(/^2;url=\/paystatus\?o=/);
  });

  it("the poll hears of each minute, so that the page stays true", async () => {
    orderStands(LIVE);
    stopClock();
    const kinds = [12, 11].map(async (minutes) => {
      const token = await orderToken(elsewhere({ until: Date.now() + minutes * MINUTE_MS }));
      return (await (await get(`/paystatus/state?o=${token}`)).json()).kind;
    });
    expect(new Set(await Promise.all(kinds)).size).toBe(2);
  });

  it("the page promises no minutes where the payments API names none", async () => {
    orderStands(LIVE);
    const { see } = await page(await statusOf(elsewhere()));
    expect(see.getByText(/once the time to pay is over/)).toBeDefined();
    expect(see.queryByText(/minute/)).toBeNull();
  });

  it.each([true, false])("a mail with the way to go on is told where there was one: %s", async (isLinkSent) => {
    orderStands(LIVE);
    const { see } = await page(await statusOf(elsewhere({ isLinkSent })));
    expect(see.queryByText("We’ve emailed buyer@example.com a link to finish paying.") !== null).toBe(isLinkSent);
  });

  it("another plan can be chosen, with all that was entered", async () => {
    orderStands(LIVE);
    const { see } = await page(await statusOf(elsewhere()));
    const at = see.getByRole("link", { name: "Choose another plan" }).getAttribute("href") ?? "";
    expect(at).toMatch(/^\/payment\?o=/);
    const form = await page(at);
    expect(fieldsOf(form).get("email")).toBe("buyer@example.com");
    expect(form.see.queryByText(/earlier payment/)).toBeNull();
    expect(see.queryByRole("link", { name: "Continue to payment" })).toBeNull();
  });
});

it.each([
  ["is paid", { order_state: "done", status: "success" }],
  ["was declined", { status: "failed", fail_code: "risk" }],
] as const)("a form beside an order that %s is a new one, and does not say so", async (_, result) => {
  orderStands(result);
  const form = await page(`/payment/year?o=${await orderToken(elsewhere())}`);
  expect([form.answer.status, fieldsOf(form).get("email")]).toEqual([200, "buyer@example.com"]);
  expect(form.see.queryByText(/earlier payment/)).toBeNull();
});

it("when its time is over the plan can be bought here, as an order of its own", async () => {
  orderStands(LIVE);
  stopClock();
  const shown = await page(await statusOf(elsewhere({ until: Date.now() - 1 })));
  expect(titleOf(shown)).toBe("You can buy this plan here");
  const at = shown.see.getByRole("link", { name: "Buy this plan" }).getAttribute("href") ?? "";
  const form = await page(at);
  const bodies: Record<string, unknown>[] = [];
  upstream.use(
    responding(endpoints.soPurchase, async (request) => {
      bodies.push(await request.json());
      return Response.json({ order_id: "ord_8", web_url: "https://pay.test/so/ord_8" });
    }),
  );
  const answer = await post(at, fieldsOf(form, BUYER));
  expect(leadsTo(answer)).toBe("/redirect");
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).not.toHaveProperty("order_id");
  expect(await readOrderToken(tokenIn(answer))).not.toHaveProperty("isFollower");
});

it("money on its way is waited for, however late it is", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  stopClock();
  const shown = await page(await statusOf(elsewhere({ until: Date.now() - 1 })));
  expect(titleOf(shown)).toBe("This plan is already being paid for");
});

it("whoever comes back to their own order goes on with it, though another tab asked for it again", async () => {
  const own = { order_id: "ord_7", redirect_url: "https://pay.test/so/ord_7" };
  const form = await page("/payment/year");
  const idempotency_key = fieldsOf(form).get("attempt") ?? "";
  upstream.use(
    refusing(endpoints.soPurchase, 409, refusal("order_live", { order: makeResult({ ...own, idempotency_key }) })),
  );
  orderStands({ ...LIVE, amount: 54.99, currency: "EUR" });
  const other = await page("/payment/year");
  const answer = await post("/payment/year", fieldsOf(other, BUYER), {
    cookie: `csrf=${fieldsOf(form).get("csrf")}`,
  });
  const shown = await page(answer.headers.get("location") ?? "");
  expect(titleOf(shown)).toBe("You haven’t finished paying");
  expect(shown.see.getByRole("link", { name: "Continue to payment" })).toBeDefined();
});

import { expect, it } from "vitest";
import { type Order, orderToken } from "~/orders/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeResult } from "../mocks/builders";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../orders/orders";
import { orderStands, titleOf } from "./order-status";
import { get, page } from "./site";

const PAY_AT = "https://pay.test/so/ord_1";
const AGREED = {
  sale: "subscription",
  next: { on: "2027-11-21", amount: 59.99 },
  handOff: { kind: "link", address: PAY_AT },
} as const;
const ONCE = { ...AGREED, sale: "once", next: { on: "2027-11-21" } } as const;
const RENEWAL = { on: "2027-11-21T08:00:00Z", amount: 59.99, currency: "USD" };
type Said = Parameters<typeof makeResult>[0];

/** What the payments API may say that is worse than what was agreed to. */
const WORSE: [string, Partial<Order>, Said][] = [
  ["costs more today", AGREED, { amount: 69.99 }],
  ["is in another currency", AGREED, { currency: "EUR" }],
  ["renews for more", AGREED, { renewal: { ...RENEWAL, amount: 79.99 } }],
  ["renews in another currency", AGREED, { renewal: { ...RENEWAL, currency: "EUR" } }],
  ["renews too early", AGREED, { renewal: { ...RENEWAL, on: "2027-10-21T08:00:00Z" } }],
  ["renews, although it should not", ONCE, { renewal: RENEWAL }],
];

const FINE: [string, Partial<Order>, Said][] = [
  ["as agreed", AGREED, { renewal: RENEWAL }],
  ["nothing of it", AGREED, {}],
  ["that it costs less", AGREED, { amount: 49.99 }],
  [
    "that it renews later, and for less",
    AGREED,
    { renewal: { ...RENEWAL, on: "2027-12-01T00:00:00Z", amount: 49.99 } },
  ],
  ["the day before, in its time zone", AGREED, { renewal: { ...RENEWAL, on: "2027-11-20T17:00:00Z" } }],
  ["something else, of an order from before", {}, { renewal: { ...RENEWAL, amount: 79.99 } }],
];

const at = async (path: string, order: Partial<Order>) => `${path}?o=${await orderToken(makeOrder(order))}`;

it.each(WORSE)("nobody is led to pay an order that %s: they read so, and may begin again", async (_, order, said) => {
  orderStands({ status: "pending", order_state: "paying", redirect_url: PAY_AT, ...said });
  const answer = await get(await at("/redirect", order));
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/paystatus/)]);
  const shown = await page(await at("/paystatus", order));
  expect(titleOf(shown)).toBe("This isn’t what you agreed to");
  expect(shown.see.getByText("You haven’t been charged.")).toBeDefined();
  expect(shown.see.queryByRole("link", { name: "Continue to payment" })).toBeNull();
  const again = shown.see.getByRole("link", { name: "Try again" });
  expect(again.getAttribute("href")).toMatch(/^\/payment\/year\?o=/);
  expect(shown.see.getByRole("link", { name: "Choose another plan" })).toBeDefined();
});

it.each(FINE)("whose API says %s is led to pay", async (_, order, said) => {
  orderStands({ status: "pending", order_state: "paying", redirect_url: PAY_AT, ...said });
  expect((await get(await at("/redirect", { handOff: AGREED.handOff, ...order }))).status).toBe(200);
});

it("an API that has only a status word and a renewal leads nobody to pay what they did not agree to", async () => {
  const says = (more: object) =>
    upstream.use(responding(endpoints.soPurchaseResult, () => Response.json({ status: "pending", ...more })));
  says({ renewal: { ...RENEWAL, amount: 79.99 } });
  expect((await get(await at("/redirect", AGREED))).status).toBe(303);
  says({});
  expect((await get(await at("/redirect", AGREED))).status).toBe(200);
});

it.each(WORSE)(
  "whoever has paid what %s reads what they agreed to and what was sold, and how to undo it",
  async (_, order, said) => {
    upstream.use(answering(endpoints.soPurchaseResult, makeResult(said)));
    const { see } = await page(await at("/paysuc", order));
    expect(see.getByRole("heading", { name: "This isn’t what you agreed to" })).toBeDefined();
    const text = (label: string) => see.getByText(label).nextElementSibling?.textContent;
    expect(text("You agreed to")).toMatch(/^\$59\.99 today/);
    expect(text("You got")).not.toBe(text("You agreed to"));
    expect(see.getByText(/^You don’t have to accept this/).textContent).toMatch(/write to .+@/);
    const notice = see.getByRole("region", { name: "This isn’t what you agreed to" });
    const links = [...notice.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(links).toEqual([expect.stringMatching(/^\/cancel/), expect.stringMatching(/^\/withdraw/)]);
  },
);

it.each(FINE)("whoever was sold %s reads no such thing", async (_, order, said) => {
  upstream.use(answering(endpoints.soPurchaseResult, makeResult(said)));
  const { see } = await page(await at("/paysuc", order));
  expect(see.queryByRole("heading", { name: "This isn’t what you agreed to" })).toBeNull();
});

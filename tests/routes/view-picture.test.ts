import { expect, it } from "vitest";
import { orderToken } from "~/orders/order-token.server";
import { makeOrder } from "../orders/orders";
import { orderStands } from "./order-status";
import { fieldsOf, page, post, type Shown, shown } from "./site";

const pictures = ({ document }: Shown): string[] =>
  [...document.querySelectorAll("noscript image")].map((picture) => picture.getAttribute("href") ?? "");

it.each([
  ["/", "/"],
  ["/de/payment/yearly?country=DE&o=secret", "/de/payment/yearly?country=DE"],
  ["/receipts/INV-1?k=secret", "/receipts/*"],
  ["/no/such/page", "/no/such/page"],
])(
  "%s has a picture for browsers without scripts, which names its address and nothing of the request",
  async (address, path) => {
    const shown = await page(address, { cookie: "consent=1; LANGUAGE=en" });
    expect(pictures(shown)).toEqual([`/events?${new URLSearchParams({ page: path })}`]);
    expect(shown.answer.headers.get("content-security-policy")).toMatch(/img-src 'self'.*/);
  },
);

it.each([
  ["by a visitor who refused", { cookie: "consent=0" }],
  ["by a browser that refuses", { cookie: "consent=1", "sec-gpc": "1" }],
  ["in the light version, whose views the server tells", { cookie: "consent=1; lite=1" }],
])("a page looked at %s has none", async (_, headers) => {
  expect(pictures(await page("/payment", headers))).toEqual([]);
});

it("a form that comes back has none: its page was looked at before", async () => {
  const agreed = { cookie: "consent=1" };
  const form = fieldsOf(await page("/payment/year", agreed), { email: "anna@" });
  expect(pictures(await shown(post("/payment/year", form, agreed)))).toEqual([]);
});

it("the hand-off page has none: the server tells of it, because it leaves by itself", async () => {
  orderStands({ status: "pending", redirect_url: "https://pay.test/so/ord_1" });
  const shown = await page(`/redirect?o=${await orderToken(makeOrder())}`, { cookie: "consent=1" });
  expect(shown.answer.status).toBe(200);
  expect(pictures(shown)).toEqual([]);
});

import { expect, it } from "vitest";
import { orderToken } from "~/purchase/order-token.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { watchLog } from "../env/watched-log";
import { refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeOrder } from "../purchase/orders";
import { get, leadsTo, page } from "./site";
import { orderStands } from "./standing-order";

const PAY_AT = "https://pay.test/so/ord_1?lang=en&x=1";
const handOff = async (lang = "") => `${lang}/redirect?o=${await orderToken(makeOrder())}`;

it("takes the buyer to the provider's page by itself, with or without scripts, and by a link", async () => {
  orderStands({ status: "pending", redirect_url: PAY_AT });
  const { answer, see, document } = await page(await handOff());
  expect(answer.status).toBe(200);
  expect(document.querySelector("head > meta[http-equiv=refresh]")?.getAttribute("content")).toBe(`0;url=${PAY_AT}`);
  expect(see.getByRole("link", { name: "Continue to payment" }).getAttribute("href")).toBe(PAY_AT);
});

it.each(["https://evil.test/", "http://pay.test/", "https://pay.test@evil.test/"])(
  "an address elsewhere (%s) is a 502, and an error in the log",
  async (redirect_url) => {
    orderStands({ status: "pending", redirect_url });
    const errors = watchLog("error");
    const { answer, html } = await page(await handOff());
    expect(answer.status).toBe(502);
    expect(html).not.toContain(redirect_url);
    expect(errors).toContainEqual(expect.objectContaining({ message: "payment address refused" }));
  },
);

it.each([
  ["is paid", { status: "success", money_taken: "yes" }],
  ["was declined", { status: "failed", fail_code: "risk" }],
  ["has its money, whatever the page still says", { status: "pending", money_taken: "yes", redirect_url: PAY_AT }],
] as const)("an order that %s is not paid again: its status is shown", async (_, result) => {
  orderStands(result);
  const answer = await get(await handOff("/de"));
  expect([answer.status, leadsTo(answer)]).toEqual([303, "/de/paystatus"]);
});

it("while the payments API is away the status page waits", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 500));
  expect(leadsTo(await get(await handOff()))).toBe("/paystatus");
});

it.each(["/redirect", "/redirect?o=", "/redirect?o=x", "/redirect?to=https://evil.test/"])(
  "%s names no order: a 404 that says not to pay again",
  async (path) => {
    const { answer, see } = await page(path);
    expect(answer.status).toBe(404);
    expect(see.getByText(/do not pay again/)).toBeDefined();
  },
);

it("an order the payments API does not know is a 404", async () => {
  upstream.use(refusing(endpoints.soPurchaseResult, 404));
  expect((await get(await handOff())).status).toBe(404);
});

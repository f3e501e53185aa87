import { expect, it } from "vitest";
import { makeOrder } from "../orders/orders";
import { orderStands, refreshIn, statusOf } from "./order-status";
import { page } from "./site";

it("the page waits longer from check to check, as long as the payments API asks for", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  expect(refreshIn(await page(await statusOf(makeOrder(), "&n=3")))).toMatch(/^10;.*&n=4$/);
  orderStands({ status: "pending", order_state: "paying", retry_after: 45 });
  expect(refreshIn(await page(await statusOf()))).toMatch(/^45;/);
});

it.each(["-1", "1e9", "x", "0x10"])("a count of checks that is none (%s) does no harm", async (n) => {
  orderStands({ status: "pending", order_state: "paying" });
  expect((await page(await statusOf(makeOrder(), `&n=${n}`))).answer.status).toBe(200);
});

it("after about two minutes the page may be closed, and says how to come back", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const patient = await page(await statusOf());
  expect(patient.see.queryByText(/You can close this page/)).toBeNull();
  const { see } = await page(await statusOf(makeOrder(), "&n=7"));
  const notice = see.getByText(/You can close this page/);
  expect(notice.querySelector("a")?.href).toMatch(/^http:\/\/localhost:3000\/paystatus\?o=/);
});

it("with scripts the page asks in place, so it refreshes by itself only where scripts are off", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const { html } = await page(await statusOf());
  expect(html).toMatch(/<noscript><meta http-equiv="refresh"/i);
  expect(html).toContain("<script");
});

it("a visitor who saves data gets no script at all, and a plain refresh", async () => {
  orderStands({ status: "pending", order_state: "paying" });
  const { html, document } = await page(await statusOf(), { "save-data": "on" });
  expect(html).not.toContain("<script");
  expect(html).not.toContain("modulepreload");
  expect(document.querySelector("head > meta[http-equiv=refresh]")).not.toBeNull();
});

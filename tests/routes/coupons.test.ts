import { expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeGeo } from "../mocks/builders";
import { answering } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { amountOf, press, refuseCoupons, watchCoupons } from "./coupon-form";
import { fieldsOf, get, page, post, type Shown, shown } from "./site";

const couponField = ({ see }: Shown) => see.getByRole<HTMLInputElement>("textbox", { name: "Coupon" });

it("a coupon that is applied is in the price, in the lines and in the button", async () => {
  const again = await press("apply-coupon");
  expect(again.answer.status).toBe(200);
  expect(amountOf(again, "coupon")).toBe("−€11.00");
  expect(amountOf(again, "dueToday")).toBe("€43.99");
  expect(again.see.getByText("WELCOME20")).toBeDefined();
  expect(again.see.getByRole("button", { name: "Pay €43.99" })).toBeDefined();
});

it("the payments API is asked about the plan's product, for buyers of the country whose prices are shown", async () => {
  upstream.use(answering(endpoints.geoInfo, makeGeo({ country_code: "ES" })));
  const asked = watchCoupons();
  await press("apply-coupon", "  welcome20 ");
  expect(asked).toEqual([{ coupon_id: "welcome20", product_id: "1001", customer_country: "ES" }]);
});

it("an applied coupon can be removed again", async () => {
  const applied = await press("apply-coupon");
  const again = await shown(post("/payment/year", fieldsOf(applied, { intent: "remove-coupon" })));
  expect(again.answer.status).toBe(200);
  expect(again.document.querySelector(".line-coupon")).toBeNull();
  expect([couponField(again).value, amountOf(again, "dueToday")]).toEqual(["", "€54.99"]);
});

it("money off in another currency than the price's is not taken off", async () => {
  watchCoupons({ discount: { type: "amount", value: 10, currency: "USD" } });
  const again = await press("apply-coupon");
  expect([again.answer.status, amountOf(again, "dueToday")]).toEqual([422, "€54.99"]);
  expect(again.see.getByRole("alert").textContent).toContain("valid in the country your prices are for");
});

it("a coupon in the address is applied on arrival", async () => {
  const arrived = await page("/payment/year?coupon=welcome20");
  expect([arrived.answer.status, amountOf(arrived, "dueToday")]).toEqual([200, "€43.99"]);
});

it("one that does not apply says so on arrival, on a page that is fine otherwise", async () => {
  refuseCoupons("expired");
  const arrived = await page("/payment/year?coupon=BAD");
  expect([arrived.answer.status, amountOf(arrived, "dueToday")]).toEqual([200, "€54.99"]);
  expect(arrived.see.getByRole("alert").textContent).toContain("This coupon has expired");
});

it("what the address calls a coupon comes back as text, never as markup", async () => {
  refuseCoupons("unknown");
  const { html } = await page(`/payment/year?coupon=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(html).not.toContain("<script>alert(1)");
});

it("without a coupon nobody is asked about one", async () => {
  const asked = watchCoupons();
  await get("/payment/year");
  expect(asked).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { translate } from "~/i18n/messages.server";
import { orderToken } from "~/orders/order-token.server";
import { COUPON_REASONS } from "~/upstream/contract/coupons";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeCoupon, makeProfile } from "../../mocks/builders";
import { answering, refusing, responding } from "../../mocks/handlers";
import { upstream } from "../../mocks/server";
import { makeOrder } from "../../orders/orders";
import { memberCookie } from "../../visitor/requests";
import { amountOf, entries, press, refuseCoupons, watchCoupons } from "../coupon-form";
import { orderStands } from "../order-status";
import { fieldsOf, page, post, shown } from "../site";

it.each(["apply-coupon", "remove-coupon", "change-country"])("%s loses no entry", async (intent) => {
  const again = await press(intent);
  expect(again.see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe("anna@");
  expect(again.document.querySelector<HTMLInputElement>("[name=provider][value=ps]")?.checked).toBe(true);
  expect(again.see.queryByText(/Enter an email address/)).toBeNull();
});

it.each(COUPON_REASONS)(
  "a coupon refused as %s says why in the page's language, and the form stays payable",
  async (reason) => {
    refuseCoupons(reason);
    const form = await page("/de/payment/year");
    const refused = await shown(post("/de/payment/year", fieldsOf(form, { intent: "apply-coupon", coupon: "BAD" })));
    expect(refused.answer.status).toBe(422);
    const alert = refused.see.getByRole("alert");
    expect(alert.querySelector("a[href='#coupon']")?.textContent).toBe(
      translate("de")(`form-answers:couponRefused.${reason}`),
    );
    expect(refused.document.querySelector<HTMLInputElement>("#coupon")?.value).toBe("BAD");
    const paid = await post("/de/payment/year", fieldsOf(refused, { email: "buyer@example.com" }));
    expect(paid.status).toBe(303);
  },
);

it.each(["", "   "])("applying %j is no coupon at all", async (typed) => {
  const asked = watchCoupons();
  const again = await press("apply-coupon", typed);
  expect([again.answer.status, asked]).toEqual([200, []]);
});

it.each(["x".repeat(65), "A\u0000B", "\u202eWELCOME20"])(
  "what cannot be a coupon (%j) is unknown, without a call",
  async (typed) => {
    const asked = watchCoupons();
    const again = await press("apply-coupon", typed);
    expect([again.answer.status, asked]).toEqual([422, []]);
    expect(again.see.getByRole("alert").textContent).toContain("We don’t recognize this coupon");
  },
);

it.each([
  ["answers 500", refusing(endpoints.checkCoupon, 500)],
  ["cannot be reached", responding(endpoints.checkCoupon, () => Response.error())],
  ["answers nonsense", responding(endpoints.checkCoupon, () => Response.json({ valid: "perhaps" }))],
  ["does not say what is taken off", answering(endpoints.checkCoupon, makeCoupon({ discount: null }))],
])("where the coupon service %s the buyer may try again or go on without", async (_, handler) => {
  upstream.use(handler);
  const again = await press("apply-coupon");
  expect(again.answer.status).toBe(422);
  expect(again.see.getByRole("alert").textContent).toContain("We can’t check coupons right now");
  expect(again.see.getByRole("button", { name: "Pay €54.99" })).toBeDefined();
});

it("the other plans are tried with the same coupon", async () => {
  const form = fieldsOf(await page("/payment/year"), { ...entries, coupon: "welcome20", intent: "change-plan" });
  const other = await shown(post("/payment/month", form));
  expect(other.answer.status).toBe(200);
  expect(amountOf(other, "coupon")).toBe("−$12.00");
  expect(other.see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value).toBe("anna@");
});

it("after a decline the coupon is still there", async () => {
  orderStands({ status: "failed", fail_code: "risk" });
  const asked = watchCoupons();
  const token = await orderToken(makeOrder({ coupon: "WELCOME20" }));
  const further = await page(`/payment/year?o=${token}`);
  expect(amountOf(further, "coupon")).toBe("−€11.00");
  expect(asked).toHaveLength(1);
});

it("the short checkout takes a coupon from its address, too", async () => {
  expect(amountOf(await page("/pricing/checkout/year?coupon=welcome20"), "coupon")).toBe("−€11.00");
});

it("a button of the coupon on a plan that is gone is a 404", async () => {
  const form = fieldsOf(await page("/payment/year"), { intent: "apply-coupon", coupon: "WELCOME20", plan: "gone" });
  expect((await post("/payment/gone", form)).status).toBe(404);
});

describe("a campaign's link with a coupon and an address", () => {
  const emailOf = async (path: string, cookies?: Record<string, string>) =>
    (await page(path, cookies)).see.getByRole<HTMLInputElement>("textbox", { name: "Email" }).value;

  it("fills in both, tidied", async () => {
    const { see } = await page("/payment/year?coupon=WELCOME20&email=%20Anna%40Example.com");
    expect(see.getByText("WELCOME20 applied")).toBeTruthy();
    expect(await emailOf("/payment/year?coupon=WELCOME20&email=%20Anna%40example.com")).toBe("Anna@example.com");
  });

  it.each(["", "anna", "%3Cscript%3E@x", `${"a".repeat(300)}@example.com`, "a%0D%0Ab@example.com"])(
    "an address that is none, such as %j, is left out",
    async (address) => {
      expect(await emailOf(`/payment/year?email=${address}`)).toBe("");
    },
  );

  it("does not replace the address of whoever is signed in", async () => {
    upstream.use(answering(endpoints.profile, makeProfile({ email: "member@example.com" })));
    expect(await emailOf("/payment/year?email=other@example.com", { cookie: await memberCookie() })).toBe(
      "member@example.com",
    );
  });
});

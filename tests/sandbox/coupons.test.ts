import { describe, expect, it } from "vitest";
import { checkCoupon } from "~/upstream/contract/coupons";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { ask, type Target } from "../../tools/contract/client";
import { refused, withKey } from "../../tools/contract/purchases";
import { choose, formOf, historiesOf, order } from "./buyer";
import { runningSandbox } from "./running-sandbox";

const WEEKLY = "594101";
const MONTHLY = "594102";
const YEARLY = "594103";

const check = (target: Target, coupon_id: string, product_id: string, more: Record<string, string> = {}) =>
  ask(target, checkCoupon, { query: { coupon_id, product_id, ...more } });

const yearly = { plan_id: "yearly", amount: 38.3, coupon_id: "WELCOME20" };
const last = { coupon_id: "LASTONE", amount: 8.39 };

describe("a coupon", () => {
  it.each([
    ["WELCOME20", MONTHLY, "wrong_plan"],
    ["ONCE50", WEEKLY, "not_with_trial"],
    ["GBONLY", MONTHLY, "wrong_country"],
    ["USEDUP", MONTHLY, "limit_reached"],
    ["EXPIRED", MONTHLY, "expired"],
    ["SOON", MONTHLY, "not_started"],
    ["DOWN", MONTHLY, "service_down"],
    ["NONSENSE", MONTHLY, "unknown"],
  ])("%s is refused for product %s: %s", async (coupon, product, reason) => {
    const target = await runningSandbox();
    expect(await check(target, coupon, product)).toMatchObject({ valid: false, reason });
  });

  it("is judged by the country that is asked for, else by the visitor's address", async () => {
    const target = await runningSandbox();
    expect(await check(target, "GBONLY", MONTHLY, { customer_country: "GB" })).toMatchObject({ valid: true });
    const headers = { "X-Forwarded-For": "192.0.2.1" };
    const query = { coupon_id: "GBONLY", product_id: MONTHLY };
    expect(await ask(target, checkCoupon, { query, headers })).toMatchObject({ valid: true });
  });

  it("in any case takes a share off what is paid", async () => {
    const target = await runningSandbox();
    expect(await check(target, "welcome20", YEARLY)).toMatchObject({
      valid: true,
      discount: { type: "percent", value: 20 },
      price_amount: 38.3,
    });
    const { page, email } = await order(target, yearly);
    await choose(page, "approve");
    const [history] = await historiesOf(target, email);
    expect(history?.charges).toEqual([expect.objectContaining({ amount: 38.3, state: "kept" })]);
    expect(history?.attempts[0]?.hold).toBe("redeemed");
  });

  it("that was not taken off makes the price another one", async () => {
    const target = await runningSandbox();
    const fields = await formOf(target, { ...yearly, amount: 47.88 });
    const { price } = await refused(target, { endpoint: soPurchase, sent: withKey(fields) }, 409, "price_changed");
    expect(price).toEqual({ amount: 38.3, currency: "USD" });
  });

  it("of one use in all is refused to everybody once it was paid with, and to nobody before", async () => {
    const target = await runningSandbox();
    const [first] = [await order(target, last), await order(target, last)];
    await choose(first.page, "approve");
    const sent = withKey(await formOf(target, last));
    await refused(target, { endpoint: soPurchase, sent }, 422, "coupon_limit_reached");
  });

  it("of one use a buyer is refused to a buyer who used it", async () => {
    const target = await runningSandbox();
    const once = { coupon_id: "ONCE50", amount: 6 };
    const { page, email } = await order(target, once);
    await choose(page, "approve");
    const again = await formOf(target, { ...once, email });
    await refused(target, { endpoint: soPurchase, sent: withKey(again) }, 422, "coupon_already_used");
    await order(target, once);
  });
});

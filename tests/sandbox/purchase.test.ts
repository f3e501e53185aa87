import { describe, expect, it } from "vitest";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { newKey, purchase, purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { chargesOf, choose, formOf, historiesOf, order, result, setUp } from "./buyer";
import { paid } from "./paid";
import { runningSandbox } from "./running-sandbox";
import { MEMBER, paidTimeOf } from "./subscriber";

const endpoint = soPurchase;
const DAY_S = 86_400;

describe("a declined buyer", () => {
  it("goes on with the same order, which is charged once", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await choose(first.page, "decline");
    const again = await order(target, { email: first.email, order_id: first.orderId });
    expect(again.orderId).toBe(first.orderId);
    expect(again.page).not.toBe(first.page);
    await choose(again.page, "approve");
    expect(await result(target, first)).toMatchObject({ status: "success" });
    expect(await chargesOf(target, first.email)).toEqual(["kept"]);
  });

  it("who starts afresh leaves the failed order behind as cancelled", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await choose(first.page, "decline");
    const second = await order(target, { email: first.email });
    expect(second.orderId).not.toBe(first.orderId);
    expect(await result(target, first)).toMatchObject({ order_state: "cancelled", money_taken: "no" });
  });

  it("whose fresh start is refused for its price keeps the failed order", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await choose(first.page, "decline");
    const fields = await formOf(target, { email: first.email, amount: 1 });
    await refused(target, { endpoint, sent: withKey(fields) }, 409, "price_changed");
    expect(await result(target, first)).toMatchObject({ status: "failed", order_state: "open" });
  });

  it("may take another plan instead", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    await choose(first.page, "decline");
    const other = await formOf(target, {
      ...(await purchaseFields(target, 1)),
      email: first.email,
      order_id: first.orderId,
    });
    expect((await purchase(target, other)).order_id).not.toBe(first.orderId);
  });
});

describe("a buyer with two tabs", () => {
  it("who paid in one buys nothing more by sending the other one's form again", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    const sent = withKey(await formOf(target, { email: first.email }));
    await refused(target, { endpoint, sent }, 409, "order_live");
    await choose(first.page, "approve");
    const refusal = await refused(target, { endpoint, sent }, 409, "order_done");
    expect(refusal.order).toMatchObject({ order_id: first.orderId, status: "success" });
  });

  it("may go on with either once the payment has failed", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    const fields = await formOf(target, { email: first.email });
    const key = newKey();
    await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_live");
    await choose(first.page, "decline");
    const second = await purchase(target, fields, key);
    await choose(second.web_url ?? "", "approve");
    const charges = (await historiesOf(target, first.email)).flatMap((one) => one.charges);
    expect(charges).toEqual([expect.objectContaining({ state: "kept" })]);
  });
});

describe("a buyer who paid", () => {
  it("and sends the paid order again is told that it is done", async () => {
    const target = await runningSandbox();
    const { email, orderId } = await paid(target);
    const fields = await formOf(target, { email, order_id: orderId });
    const refusal = await refused(target, { endpoint, sent: withKey(fields) }, 409, "order_done");
    expect(refusal.order).toMatchObject({ order_id: orderId, status: "success" });
  });

  it("and buys again later is told of the second period as if there was no first one, and has both", async () => {
    const target = await runningSandbox();
    await paid(target, { email: MEMBER });
    const { vip } = await result(target, await paid(target, { email: MEMBER }));
    expect(vip?.remain_time).toBeLessThan(32 * DAY_S);
    expect(await paidTimeOf(target)).toBeGreaterThan(58 * DAY_S);
  });

  it("is waiting, not failed, while the grant cannot be given; and gets it once", async () => {
    const target = await runningSandbox();
    await setUp(target, { default_country: "US", hold_grants: "on" });
    const ordered = await order(target);
    await choose(ordered.page, "approve");
    expect(await result(target, ordered)).toMatchObject({
      status: "pending",
      order_state: "granting",
      money_taken: "yes",
    });
    const fields = await formOf(target, { email: ordered.email });
    await refused(target, { endpoint, sent: withKey(fields) }, 409, "order_live");
    await setUp(target, { default_country: "US", hold_grants: "off" });
    await Promise.all([result(target, ordered), result(target, ordered)]);
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
    expect((await historiesOf(target, ordered.email))[0]?.grants).toHaveLength(1);
  });
});

describe("an order whose time is over", () => {
  const lifetime = 1800;

  it("expires with its session, and the buyer may order anew", async () => {
    const target = await runningSandbox();
    const first = await order(target);
    target.pass(lifetime);
    expect(await result(target, first)).toMatchObject({ status: "expired", order_state: "expired", money_taken: "no" });
    await choose(first.page, "approve");
    expect(await chargesOf(target, first.email)).toEqual([]);
    expect((await order(target, { email: first.email })).orderId).not.toBe(first.orderId);
  });

  it("does not expire while money is in flight", async () => {
    const target = await runningSandbox();
    const ordered = await order(target);
    await choose(ordered.page, "pending", { seconds: "3600" });
    target.pass(lifetime + 60);
    expect(await result(target, ordered)).toMatchObject({ status: "pending", order_state: "paying" });
    target.pass(lifetime);
    expect(await result(target, ordered)).toMatchObject({ status: "success" });
  });
});

describe("the price of a purchase", () => {
  it("with a trial is the trial's share of what the period costs there", async () => {
    const target = await runningSandbox();
    const trial = { plan_id: "weekly", country_code: "JP", amount: 99, currency: "JPY" };
    const { orderId, page, email } = await order(target, trial);
    await choose(page, "approve");
    expect(await result(target, { orderId, page, email })).toMatchObject({ amount: 99, currency: "JPY" });
  });

  it("in a country without prices of its own is the plan's", async () => {
    const target = await runningSandbox();
    await order(target, { country_code: "NO", amount: 11.99, currency: "USD" });
  });
});

import { describe, expect, it } from "vitest";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { send } from "../../../tools/contract/client";
import { rz, so } from "../../../tools/contract/providers";
import { newKey, type PurchaseFields, purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { choose, formOf, historiesOf, order, orderAt, result, setUp } from "../buyer";
import { paid } from "../paid";
import { type Running, runningSandbox } from "../running-sandbox";

const LIFETIME_S = 1800;
const endpoint = soPurchase;

/** A form that was told of an order under way, which then ended unpaid. */
async function refusedForEnded(target: Running) {
  const first = await order(target);
  const fields = await formOf(target, { email: first.email });
  const key = newKey();
  await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_live");
  target.pass(LIFETIME_S);
  expect(await result(target, first)).toMatchObject({ order_state: "expired" });
  return { email: first.email, fields, key };
}

const keptCapturesOf = async (target: Running, email: string) =>
  (await historiesOf(target, email)).flatMap(({ charges }) => charges).filter(({ state }) => state === "kept");

describe("a form that was told of an order under way", () => {
  it("buys nothing once another order was paid in that one's place", async () => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    const second = await paid(target, { email });
    for (let times = 0; times < 2; times += 1) {
      const refusal = await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_done");
      expect(refusal.order).toMatchObject({ order_id: second.orderId, status: "success" });
    }
    expect(await historiesOf(target, email)).toHaveLength(2);
  });

  it("is told of the other order while that one is being paid", async () => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    const second = await order(target, { email });
    await choose(second.page, "pending", { seconds: "60" });
    const live = await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_live");
    expect(live.order).toMatchObject({ order_id: second.orderId });
    target.pass(60);
    await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_done");
  });

  it.each([
    ["at another provider", (target: Running, fields: PurchaseFields) => rz.bodyOf(target, fields), rz.purchase],
    [
      "with a coupon",
      async (_target: Running, fields: PurchaseFields) => ({ ...fields, coupon_id: "ONCE50", amount: 6 }),
      endpoint,
    ],
  ])("buys nothing %s either", async (_how, bodyOf, call) => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    await paid(target, { email });
    const sent = withKey(await bodyOf(target, fields), key);
    await refused(target, { endpoint: call, sent }, 409, "order_done");
  });

  it("buys nothing though the order that was paid is refunded since", async () => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    const { orderId } = await paid(target, { email });
    await fetch(`${target.base}/control/orders/${orderId}/refund`, { method: "POST", redirect: "manual" });
    await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_done");
  });

  it("buys where only another plan or another buyer paid", async () => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    await paid(target, { ...(await purchaseFields(target, 1)), email });
    await paid(target);
    expect((await send(target, endpoint, withKey(fields, key))).status).toBe(200);
  });

  it("leaves a new form free to buy a second period", async () => {
    const target = await runningSandbox();
    const { email, fields, key } = await refusedForEnded(target);
    await paid(target, { email });
    await refused(target, { endpoint, sent: withKey(fields, key) }, 409, "order_done");
    await paid(target, { email });
    expect(await keptCapturesOf(target, email)).toHaveLength(2);
  });
});

describe("a form that was refused", () => {
  it.each([
    ["because its coupon was used up", { coupon_id: "USEDUP", amount: 6 }, 422, "coupon_limit_reached"],
    ["for its price", { amount: 8.39 }, 409, "price_changed"],
  ])("%s, buys nothing once a later form was paid for", async (_why, changes, status, code) => {
    const target = await runningSandbox();
    const fields = await formOf(target, changes);
    const key = newKey();
    await refused(target, { endpoint, sent: withKey(fields, key) }, status, code);
    const later = await paid(target, { email: fields.email });
    const right = { ...fields, coupon_id: "LASTONE", amount: 8.39 };
    const refusal = await refused(target, { endpoint, sent: withKey(right, key) }, 409, "order_done");
    expect(refusal.order).toMatchObject({ order_id: later.orderId });
  });

  it("because a trial was used, buys nothing once the period was paid for", async () => {
    const target = await runningSandbox();
    const trial = { plan_id: "weekly", amount: 0.99 };
    const { email } = await paid(target, trial);
    const fields = await formOf(target, { ...trial, email });
    const key = newKey();
    await refused(target, { endpoint, sent: withKey(fields, key) }, 422, "trial_used");
    await paid(target, { ...fields, amount: 4.99 });
    await refused(target, { endpoint, sent: withKey({ ...fields, amount: 4.99 }, key) }, 409, "order_done");
  });

  it("may be put right and sent again", async () => {
    const target = await runningSandbox();
    const fields = await formOf(target);
    const key = newKey();
    await refused(target, { endpoint, sent: withKey({ ...fields, amount: 1 }, key) }, 409, "price_changed");
    expect((await send(target, endpoint, withKey(fields, key))).status).toBe(200);
  });
});

describe("a new form", () => {
  it("whose call finds out that an earlier order was paid is led to that order, each time", async () => {
    const target = await runningSandbox();
    await setUp(target, { default_country: "US", webhooks: "never" });
    const first = await orderAt(target, so);
    await choose(first.page, "approve_and_stay");
    const fields = await formOf(target, { email: first.email });
    const sent = withKey(fields);
    for (let times = 0; times < 2; times += 1) {
      const refusal = await refused(target, { endpoint, sent }, 409, "order_done");
      expect(refusal.order).toMatchObject({ order_id: first.orderId, status: "success" });
    }
    await order(target, { email: first.email });
  });
});

import { describe, expect, it } from "vitest";
import { checkCoupon } from "~/upstream/contract/coupons";
import { ask, type Target } from "../../../tools/contract/client";
import { ALL_PROVIDERS, askAt, openAt, rz, so } from "../../../tools/contract/providers";
import { newKey, purchaseFields, refused, withKey } from "../../../tools/contract/purchases";
import { choose, historiesOf, orderAt, setUp } from "../buyer";
import { secondsToEnd } from "../period-length";
import { runningSandbox } from "../running-sandbox";

const free = { coupon_id: "FREE100", amount: 0 };
const freeFields = async (target: Target, more: object = {}) => ({
  ...(await purchaseFields(target)),
  ...free,
  ...more,
});

describe("a coupon that leaves nothing to pay", () => {
  it("says so when it is checked", async () => {
    const target = await runningSandbox();
    const query = { coupon_id: "free100", product_id: "594103" };
    expect(await ask(target, checkCoupon, { query })).toMatchObject({ valid: true, price_amount: 0 });
  });

  it.each(ALL_PROVIDERS.map((provider) => [provider.code, provider] as const))(
    "is granted without a payment, whichever provider's form was sent: %s",
    async (_code, provider) => {
      const target = await runningSandbox();
      const fields = await freeFields(target);
      const { orderId, payAt } = await openAt(target, provider, fields);
      expect(payAt ?? undefined).toBeUndefined();
      const told = await askAt(target, provider, orderId);
      expect(told).toMatchObject({
        status: "success",
        order_state: "done",
        money_taken: "no",
        amount: 0,
      });
      expect(told.vip?.remain_time).toBeCloseTo(secondsToEnd(), -2);
      const [history] = await historiesOf(target, fields.email);
      expect(history?.charges).toEqual([]);
      expect(history?.attempts).toHaveLength(1);
      const used = { provider: null, state: "succeeded", coupon_id: "FREE100", hold: "redeemed" };
      expect(history?.attempts[0]).toMatchObject(used);
    },
  );

  it("is given once, however often the form is sent", async () => {
    const target = await runningSandbox();
    const fields = await freeFields(target);
    const key = newKey();
    const all = await Promise.all(Array.from({ length: 10 }, () => openAt(target, rz, fields, key)));
    expect(new Set(all.map(({ orderId }) => orderId)).size).toBe(1);
    expect((await historiesOf(target, fields.email)).flatMap(({ grants }) => grants)).toHaveLength(1);
  });

  it("is used up by it for this buyer", async () => {
    const target = await runningSandbox();
    const fields = await freeFields(target);
    await openAt(target, so, fields);
    await askAt(target, so, (await historiesOf(target, fields.email))[0]?.id ?? "");
    const sent = withKey(fields);
    await refused(target, { endpoint: so.purchase, sent }, 422, "coupon_already_used");
  });

  it("is used up for the mailbox, however its address is spelled, and for no other mailbox", async () => {
    const target = await runningSandbox();
    const [name] = (await freeFields(target)).email.replaceAll(/[^a-z0-9@]/g, "").split("@");
    const buyAs = async (email: string) => ({
      endpoint: so.purchase,
      sent: withKey(await freeFields(target, { email })),
    });
    await openAt(target, so, await freeFields(target, { email: `${name}@gmail.com` }));
    for (const email of [`${name}+x@gmail.com`, `${name?.split("").join(".")}@gmail.com`, `${name}@googlemail.com`])
      await refused(target, await buyAs(email), 422, "coupon_already_used");
    await openAt(target, so, await freeFields(target, { email: `${name}x@gmail.com` }));
    await openAt(target, so, await freeFields(target, { email: `${name}+x@example.com` }));
  });

  it("is a success already while the grant cannot be given", async () => {
    const target = await runningSandbox();
    await setUp(target, { default_country: "US", hold_grants: "on" });
    const { orderId } = await orderAt(target, so, free);
    expect(await askAt(target, so, orderId)).toMatchObject({
      status: "success",
      order_state: "granting",
      money_taken: "no",
    });
  });

  it("goes on with an order whose payment failed; money that still comes for it goes back", async () => {
    const target = await runningSandbox();
    const first = await orderAt(target, so);
    await choose(first.page, "cancel_then_charge", { seconds: "60" });
    const second = await orderAt(target, rz, { ...free, email: first.email, order_id: first.orderId });
    expect(second.orderId).toBe(first.orderId);
    target.pass(60);
    expect(await askAt(target, so, first.orderId)).toMatchObject({ status: "success", money_taken: "no", amount: 0 });
    const [history] = await historiesOf(target, first.email);
    expect(history?.charges).toEqual([expect.objectContaining({ state: "refunded" })]);
    expect(history?.grants).toHaveLength(1);
  });

  it("is no reason to give the plan away at another amount", async () => {
    const target = await runningSandbox();
    const sent = withKey({ ...(await purchaseFields(target)), amount: 0 });
    await refused(target, { endpoint: so.purchase, sent }, 409, "price_changed");
  });
});

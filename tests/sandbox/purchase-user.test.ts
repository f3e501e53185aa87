import { describe, expect, it } from "vitest";
import { endLinks } from "~/upstream/contract/invoices";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { profile } from "~/upstream/contract/visitor";
import { ask, type Target } from "../../tools/contract/client";
import { purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { historiesOf, order } from "./buyer";
import { paid, paidOrder } from "./paid";
import { type Running, runningSandbox } from "./running-sandbox";
import { signedAs } from "./signed-as";
import { linkOwner } from "./subscriber";

const USER = 100001;
const DAY_S = 86_400;

const bearerOf = ({ sandbox }: Running) => ({
  Authorization: `Bearer ${new URL(sandbox.signedLink("/")).searchParams.get("token")}`,
});

const remainOf = async (target: Running): Promise<number> =>
  (await ask(target, profile, { headers: bearerOf(target) })).vip.remain_time;

async function expectUnproven(target: Target, named: object, headers: Record<string, string> = {}): Promise<void> {
  const fields = await purchaseFields(target);
  const sent = withKey({ ...fields, ...named });
  const call = { endpoint: soPurchase, sent: { ...sent, headers: { ...sent.headers, ...headers } } };
  await refused(target, call, 422, "user_unproven");
  expect(await historiesOf(target, fields.email)).toEqual([]);
}

describe("a purchase in the name of a user", () => {
  it("whose number a stranger merely types is refused, and opens no order", async () => {
    const target = await runningSandbox();
    await expectUnproven(target, { user_id: USER });
    await expectUnproven(target, { user_id: USER, sign_timestamp: "1", sign: "zzz" });
  });

  it("is refused with another user's token or link", async () => {
    const target = await runningSandbox();
    const other = await signedAs(target, 7);
    await expectUnproven(target, { user_id: 7 }, bearerOf(target));
    await expectUnproven(target, { ...other, user_id: USER });
  });

  it("is refused with a key to receipts, of an order or of the account, and with half of a proof", async () => {
    const target = await runningSandbox();
    const ofOrder = (await paidOrder(target, await signedAs(target, USER))).receipts;
    const ofAccount = (await ask(target, endLinks, { body: linkOwner(target) })).receipts;
    for (const { user_id, signed_time: sign_timestamp, sign } of [ofOrder, ofAccount]) {
      await expectUnproven(target, { user_id, sign_timestamp, sign });
      await expectUnproven(target, { user_id: USER, sign_timestamp, sign });
    }
    target.pass(1);
    const { user_id, signed_time, sign } = linkOwner(target);
    await expectUnproven(target, { user_id, sign });
    await expectUnproven(target, { user_id, sign_timestamp: signed_time });
  });

  it("is refused with a link that has grown old", async () => {
    const target = await runningSandbox();
    await expectUnproven(target, await signedAs(target, USER, { age_seconds: DAY_S + 60 }));
  });

  it("is theirs by the sign of their link, or by their token", async () => {
    const target = await runningSandbox();
    await paidOrder(target, await signedAs(target, USER));
    const bySign = await remainOf(target);
    expect(bySign).toBeGreaterThan(27 * DAY_S);
    const fields = { ...(await purchaseFields(target)), user_id: USER };
    const sent = withKey(fields);
    await ask(target, soPurchase, { ...sent, headers: { ...sent.headers, ...bearerOf(target) } });
    expect(await historiesOf(target, fields.email)).toHaveLength(1);
  });

  it("who types another's address is told of their own time only, not of that address's", async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target, { plan_id: "yearly", amount: 47.88 });
    const free = { plan_id: "monthly", amount: 0, coupon_id: "FREE100", browser: "another" };
    const { orderId: order_id } = await order(target, { ...free, email, ...(await signedAs(target, USER)) });
    const told = await ask(target, soPurchaseResult, { body: { order_id }, headers: bearerOf(target) });
    expect(told.vip?.remain_time).toBeGreaterThan(27 * DAY_S);
    expect(told.vip?.remain_time).toBeLessThan(32 * DAY_S);
  });

  it("is answered the same when repeated without their token: another browser may come back", async () => {
    const target = await runningSandbox();
    const fields = { ...(await purchaseFields(target)), user_id: USER };
    const sent = withKey(fields);
    const first = await ask(target, soPurchase, { ...sent, headers: { ...sent.headers, ...bearerOf(target) } });
    expect(await ask(target, soPurchase, sent)).toEqual(first);
    await refused(target, { endpoint: soPurchase, sent: withKey(fields) }, 422, "user_unproven");
    expect(await historiesOf(target, fields.email)).toHaveLength(1);
  });

  it("by the sign of their link alone is at everybody's price: only their token lets them change their plan", async () => {
    const target = await runningSandbox();
    await paidOrder(target, await signedAs(target, USER));
    const yearly = { ...(await purchaseFields(target, 1)), ...(await signedAs(target, USER)) };
    expect(yearly.amount).toBe(47.88);
    await ask(target, soPurchase, withKey(yearly));
    const longer = { ...(await purchaseFields(target, 2)), user_id: USER };
    const sent = withKey(longer);
    const asMember = { ...sent, headers: { ...sent.headers, ...bearerOf(target) } };
    const { price } = await refused(target, { endpoint: soPurchase, sent: asMember }, 409, "price_changed");
    expect(price?.amount).toBeLessThan(longer.amount);
  });
});

it("a purchase of nobody's name is the address's alone", async () => {
  const target = await runningSandbox();
  await paid(target);
  expect(await remainOf(target)).toBe(0);
});

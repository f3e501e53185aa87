import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { invoiceList, invoiceSend } from "~/upstream/contract/invoices";
import { soPurchaseResult } from "~/upstream/contract/purchase-calls";
import { subscriptionChange } from "~/upstream/contract/subscriptions";
import { secretsIn } from "../../payments/secrets";
import { ask, type Target } from "../../tools/contract/client";
import { so } from "../../tools/contract/providers";
import { purchaseFields, refused, withKey } from "../../tools/contract/purchases";
import { order, result } from "./buyer";
import { mailedLink, ownerOf } from "./mailed-owner";
import { mailTo, paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";
import { needsFile } from "./shared-database";
import { signedAs } from "./signed-as";
import { change, changing, control, linkOwner, list, only, subscriber } from "./subscriber";

const USER = 100001;

const ordersOf = async (target: Target, body: object) =>
  (await ask(target, invoiceList, { body })).invoices.map(({ order_id }) => order_id);

/** Somebody who has bought for nothing with an address that is not theirs, and then its owner, who has a subscription. */
async function strangerAndOwner(target: Target) {
  const free = await order(target, { coupon_id: "FREE100", amount: 0 });
  const { receipts } = await result(target, free);
  if (!receipts) throw new Error("nothing due is a success at once");
  return { stranger: { ...free, receipts }, owner: await subscriber(target, { email: free.email }) };
}

describe("a key from an order bought first with somebody's address", () => {
  it("never opens what they buy later", async () => {
    const target = await runningSandbox();
    const { stranger, owner } = await strangerAndOwner(target);
    expect(await ordersOf(target, stranger.receipts)).toEqual([stranger.orderId]);
    expect((await list(target, stranger)).map(({ order_id }) => order_id)).toEqual([stranger.orderId]);
    expect(await ordersOf(target, owner.receipts)).toEqual([owner.orderId]);
  });

  it.each(["cancel", "resume", "withdraw"] as const)("never lets %s what they subscribed to", async (action) => {
    const target = await runningSandbox();
    const { stranger, owner } = await strangerAndOwner(target);
    const sent = changing({ ...owner, receipts: stranger.receipts }, action);
    await refused(target, { endpoint: subscriptionChange, sent }, 404, "subscription_unknown");
    expect(await only(target, owner)).toMatchObject({ state: "active" });
  });

  it("never sends their receipt to another address", async () => {
    const target = await runningSandbox();
    const { stranger } = await strangerAndOwner(target);
    const body = { ...stranger.receipts, invoice_id: "INV-000002", email: "thief@example.com" };
    await refused(target, { endpoint: invoiceSend, sent: { body } }, 404, "invoice_unknown");
    expect(await mailTo(target, "thief@example.com")).toEqual([]);
  });

  it("does not tell whether the address was known, nor the number of its account", async () => {
    const target = await runningSandbox();
    const { stranger, owner } = await strangerAndOwner(target);
    const account = ownerOf(await mailedLink(target, owner.email));
    const told = await Promise.all([stranger, owner].map((one) => result(target, one)));
    for (const { account: made, receipts } of told) {
      expect(made).toBeUndefined();
      expect(receipts?.user_id).not.toBe(account.user_id);
    }
    expect(told[0]?.receipts?.user_id).not.toBe(told[1]?.receipts?.user_id);
  });
});

describe("the key of an order", () => {
  it("is given to every buyer: also to one whose address was known before, and to a user", async () => {
    const target = await runningSandbox();
    const first = await paidOrder(target);
    const second = await paidOrder(target, { email: first.email });
    const ofUser = await paidOrder(target, { email: first.email, ...(await signedAs(target, USER)) });
    for (const one of [first, second, ofUser]) expect(await ordersOf(target, one.receipts)).toEqual([one.orderId]);
  });

  it("of a user opens that order alone, though their token was sent: their link opens all", async () => {
    const target = await runningSandbox();
    const known = await signedAs(target, USER);
    const orders = [await paidOrder(target, known), await paidOrder(target, known)];
    const headers = { Authorization: `Bearer ${new URL(target.sandbox.signedLink("/")).searchParams.get("token")}` };
    const body = { order_id: orders[0]?.orderId ?? "" };
    const { receipts } = await ask(target, soPurchaseResult, { headers, body });
    expect(await ordersOf(target, { ...receipts })).toEqual([orders[0]?.orderId]);
    expect(await ordersOf(target, linkOwner(target))).toHaveLength(2);
  });

  it("opens what follows from the order: its renewals, and its subscription to cancel and resume", async () => {
    const target = await runningSandbox();
    const owner = await subscriber(target);
    await control(target, owner.id, "renew");
    expect(await ordersOf(target, owner.receipts)).toEqual([owner.orderId, owner.orderId]);
    expect((await change(target, owner, "cancel")).subscription.state).toBe("ending");
    expect((await change(target, owner, "resume")).subscription.state).toBe("active");
  });

  it("is not told to whoever tries to buy with the buyer's address", async () => {
    const target = await runningSandbox();
    const { email, orderId } = await paidOrder(target);
    const again = { ...(await purchaseFields(target)), email, order_id: orderId };
    const { order: told } = await refused(target, { endpoint: so.purchase, sent: withKey(again) }, 409, "order_done");
    expect(told).toMatchObject({ status: "success" });
    expect(told).not.toHaveProperty("receipts");
  });

  it("cannot be made another order's, another number's or another time's", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const other = await paidOrder(target);
    const [, mac] = receipts.sign.split(".");
    const forgeries = [
      { sign: `${other.orderId}.${mac}` },
      { sign: mac },
      { sign: `.${mac}` },
      { sign: `${other.orderId}.${receipts.sign}` },
      { sign: "0".repeat(64) },
      { sign: "zz" },
      { user_id: other.receipts.user_id },
      { user_id: USER },
      { signed_time: "1700000000" },
      { signed_time: "soon" },
    ];
    for (const changes of forgeries) {
      const sent = { body: { ...receipts, ...changes } };
      const { code } = await refused(target, { endpoint: invoiceList, sent }, 403, "sign_invalid");
      expect(code, JSON.stringify(changes)).toBe(403);
    }
  });
});

it(
  "a key of before, which opened an account to whoever had used its address first, is refused",
  needsFile,
  async () => {
    const target = await runningSandbox();
    const { email } = await paidOrder(target);
    const { user_id } = ownerOf(await mailedLink(target, email));
    const signed_time = String(Math.floor(Date.now() / 1000));
    for (const version of ["v1", "v2"]) {
      const text = [version, "receipts", String(user_id), signed_time, ""]
        .map((one) => `${one.length}:${one}`)
        .join("");
      const sign = createHmac("sha256", secretsIn(target.dataDir).links.current).update(text).digest("hex");
      const sent = { body: { user_id, signed_time, sign } };
      await refused(target, { endpoint: invoiceList, sent }, 403, "sign_invalid");
    }
  },
);

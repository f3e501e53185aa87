import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { soPurchase } from "~/upstream/contract/purchase-calls";
import { type Check, Unseen } from "./check";
import { send, type Target } from "./client";
import { asRefusal, purchase, purchaseFields, withKey } from "./purchases";

/** What the API answers a second purchase of a plan by an address that has not paid the first: by the same browser, or another. */
async function secondPurchase(target: Target, from: "same" | "another") {
  const first = { ...(await purchaseFields(target)), browser: randomUUID() };
  await purchase(target, first);
  const second = from === "same" ? first : { ...first, browser: randomUUID() };
  return send(target, soPurchase, withKey(second));
}

export const liveOrderChecks: Check[] = [
  {
    name: "browser: an order that nobody has paid keeps no other browser from buying",
    lost: "whoever types somebody's address, or leaves the app's browser for another, keeps them from that plan until the order expires",
    run: async (target) => {
      const { status, json } = await secondPurchase(target, "another");
      assert.equal(status, 200, JSON.stringify(json));
    },
  },
  {
    name: "order_live: expires_at",
    lost: "the page cannot say until when a plan is locked by an order under way",
    run: async (target) => {
      const { order } = asRefusal(await secondPurchase(target, "same"), 409, "order_live");
      assert.ok(order?.expires_at, "not there");
    },
  },
  {
    name: "order_live: link_sent",
    lost: "whoever is kept from buying by an order of another browser is not mailed where it goes on",
    run: async (target) => {
      const answered = await secondPurchase(target, "another");
      if (answered.status === 200) throw new Unseen("no other browser is kept from buying, so nobody needs it");
      const { order } = asRefusal(answered, 409, "order_live");
      assert.equal(order?.link_sent, true);
    },
  },
];

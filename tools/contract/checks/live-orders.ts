import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Check } from "../check";
import { type Target, wordsOf } from "../client";
import { anyOpen, openAt, sendAt } from "../providers";
import { asRefusal, purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** What the API answers a second purchase of a plan by an address that has not paid the first: by the same browser, or another. */
async function secondPurchase(target: Target, from: "same" | "another") {
  const provider = await anyOpen(target);
  const first = { ...(await purchaseFields(target)), browser: randomUUID() };
  await openAt(target, provider, first);
  return sendAt(target, provider, from === "same" ? first : { ...first, browser: randomUUID() });
}

/** How an API refuses a second purchase by the same browser. @throws Unseen where it takes it */
async function refusedAsLive(target: Target, from: "same" | "another") {
  const answered = await secondPurchase(target, from);
  if (answered.status < 300) throw new Unseen("a second purchase is not refused, so nobody needs it");
  return asRefusal(answered, 409, "order_live");
}

export const liveOrderChecks: readonly Check[] = [
  {
    name: "browser: an order that nobody has paid keeps no other browser from buying",
    weight: "sale",
    lost: "whoever types somebody's address, or leaves the app's browser for another, keeps them from that plan until the order expires",
    run: async (target) => {
      const answered = await secondPurchase(target, "another");
      assert.ok(answered.status < 300, `the second purchase was refused with ${wordsOf(answered)}`);
    },
  },
  {
    name: "order_live: expires_at",
    weight: "nice",
    lost: "the page cannot say until when a plan is locked by an order under way",
    run: async (target) => {
      const { order } = await refusedAsLive(target, "same");
      assert.ok(order?.expires_at, "not there");
    },
  },
  {
    name: "order_live: link_sent",
    weight: "nice",
    lost: "whoever is kept from buying by an order of another browser is not mailed where it goes on",
    run: async (target) => {
      const { order } = await refusedAsLive(target, "another");
      assert.ok(order?.link_sent === true, "not there");
    },
  },
];

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { soPurchase, soPurchaseResult } from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import { ask, send } from "./client";
import { asRefusal, newKey, purchase, purchaseFields, refused, withKey } from "./purchases";

const endpoint = soPurchase;

export const purchaseChecks: Check[] = [
  {
    name: "a purchase opens an order that waits for its buyer, with nothing taken",
    run: async (target) => {
      const { order_id, web_url } = await purchase(target, await purchaseFields(target));
      const result = await ask(target, soPurchaseResult, { body: { order_id } });
      assert.deepEqual(
        { status: result.status, state: result.order_state, money: result.money_taken, at: result.redirect_url },
        { status: "pending", state: "paying", money: "no", at: web_url },
      );
    },
  },
  {
    name: "a purchase may tell the buyer's language and the terms they agreed to",
    run: async (target) => {
      await purchase(target, { ...(await purchaseFields(target)), language: "de", terms_version: "2026-11" });
    },
  },
  {
    name: "agreement: what is sold otherwise than agreed to is refused with what is sold, which then is accepted",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const text_hash = "0".repeat(64);
      const other = { sale: "once", length: { interval: "day", interval_count: 99 }, text_hash };
      const sent = withKey({ ...fields, agreement: other });
      const { price, agreement } = await refused(target, { endpoint, sent }, 409, "price_changed");
      assert.ok(agreement, "the refusal does not say what is sold");
      await purchase(target, { ...fields, ...price, agreement: { ...agreement, text_hash } });
    },
  },
  {
    name: "an order that nobody has paid has no next payment",
    run: async (target) => {
      const { order_id } = await purchase(target, await purchaseFields(target));
      const { renewal } = await ask(target, soPurchaseResult, { body: { order_id } });
      assert.equal(renewal ?? undefined, undefined);
    },
  },
  {
    name: "the same key with the same purchase is the same order",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const key = newKey();
      assert.deepEqual(await purchase(target, fields, key), await purchase(target, fields, key));
    },
  },
  {
    name: "ten submits at once under one key are one order",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const key = newKey();
      const all = await Promise.all(Array.from({ length: 10 }, () => purchase(target, fields, key)));
      assert.equal(new Set(all.map(({ order_id }) => order_id)).size, 1);
    },
  },
  {
    name: "the same key with another purchase is a conflict",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const key = newKey();
      await purchase(target, fields, key);
      const other = { ...(await purchaseFields(target, 1)), email: fields.email };
      await refused(target, { endpoint, sent: withKey(other, key) }, 409, "idempotency_conflict");
    },
  },
  {
    name: "another key for the same browser, buyer and plan is told of the live order",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
      const { order_id, web_url } = await purchase(target, fields);
      const again = { ...fields, email: fields.email.toUpperCase() };
      const { order } = await refused(target, { endpoint, sent: withKey(again) }, 409, "order_live");
      assert.deepEqual({ id: order?.order_id, at: order?.redirect_url }, { id: order_id, at: web_url });
    },
  },
  {
    name: "two tabs at once, two keys: one order is opened and the other tab is told of it",
    run: async (target) => {
      const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
      const both = await Promise.all([withKey(fields), withKey(fields)].map((sent) => send(target, endpoint, sent)));
      const opened = both.find(({ status }) => status === 200);
      const refused = both.find(({ status }) => status !== 200);
      assert.ok(opened && refused, "both tabs got the same answer");
      const { order } = asRefusal(refused, 409, "order_live");
      assert.equal(order?.order_id, soPurchase.answer.parse(opened.json).order_id);
    },
  },
  {
    name: "an outdated price is refused with the price of now, which then is accepted",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const outdated = { ...fields, amount: fields.amount + 1 };
      const { price } = await refused(target, { endpoint, sent: withKey(outdated) }, 409, "price_changed");
      assert.deepEqual(price, { amount: fields.amount, currency: fields.currency });
      await purchase(target, { ...fields, ...price });
    },
  },
];

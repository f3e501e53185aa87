import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Check } from "../check";
import { anyOpen, askAt, openAt, sendAt } from "../providers";
import { asRefusal, newKey, purchaseFields } from "../purchases";

/** What is the same at every provider is tried at one that opens orders. */
export const purchaseChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "a purchase opens an order that waits for its buyer, with nothing taken",
    run: async (target) => {
      const provider = await anyOpen(target);
      const { orderId, payAt } = await openAt(target, provider, await purchaseFields(target));
      const result = await askAt(target, provider, orderId);
      assert.deepEqual(
        { status: result.status, state: result.order_state, money: result.money_taken, at: result.redirect_url },
        { status: "pending", state: "paying", money: "no", at: payAt },
      );
    },
  },
  {
    name: "a purchase may tell the buyer's language and the terms they agreed to",
    run: async (target) => {
      const told = { language: "de", terms_version: "2026-11" };
      await openAt(target, await anyOpen(target), { ...(await purchaseFields(target)), ...told });
    },
  },
  {
    name: "agreement: what is sold otherwise than agreed to is refused with what is sold, which then is accepted",
    run: async (target) => {
      const provider = await anyOpen(target);
      const fields = await purchaseFields(target);
      const text_hash = "0".repeat(64);
      const other = { sale: "once", length: { interval: "day", interval_count: 99 }, text_hash };
      const answered = await sendAt(target, provider, { ...fields, ...{ agreement: other } });
      const { price, agreement } = asRefusal(answered, 409, "price_changed");
      assert.ok(agreement, "the refusal does not say what is sold");
      await openAt(target, provider, { ...fields, ...price, ...{ agreement: { ...agreement, text_hash } } });
    },
  },
  {
    name: "an order that nobody has paid has no next payment",
    run: async (target) => {
      const provider = await anyOpen(target);
      const { orderId } = await openAt(target, provider, await purchaseFields(target));
      const { renewal } = await askAt(target, provider, orderId);
      assert.equal(renewal ?? undefined, undefined);
    },
  },
  {
    name: "the same key with another purchase is a conflict",
    run: async (target) => {
      const provider = await anyOpen(target);
      const fields = await purchaseFields(target);
      const key = newKey();
      await openAt(target, provider, fields, key);
      const other = { ...(await purchaseFields(target, 1)), email: fields.email };
      asRefusal(await sendAt(target, provider, other, key), 409, "idempotency_conflict");
    },
  },
  {
    name: "another key for the same browser, buyer and plan is told of the live order",
    run: async (target) => {
      const provider = await anyOpen(target);
      const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
      const { orderId, payAt } = await openAt(target, provider, fields);
      const again = { ...fields, email: fields.email.toUpperCase() };
      const { order } = asRefusal(await sendAt(target, provider, again), 409, "order_live");
      assert.deepEqual({ id: order?.order_id, at: order?.redirect_url }, { id: orderId, at: payAt });
    },
  },
  {
    name: "two tabs at once, two keys: one order is opened and the other tab is told of it",
    run: async (target) => {
      const provider = await anyOpen(target);
      const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
      const both = await Promise.all([1, 2].map(() => sendAt(target, provider, fields)));
      const opened = both.find(({ status }) => status === 200);
      const refused = both.find(({ status }) => status !== 200);
      assert.ok(opened && refused, "both tabs got the same answer");
      const { order } = asRefusal(refused, 409, "order_live");
      assert.equal(order?.order_id, provider.readOpened(opened.json).orderId);
    },
  },
];

export const priceChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "an outdated price is refused with the price of now, which then is accepted",
    run: async (target) => {
      const provider = await anyOpen(target);
      const fields = await purchaseFields(target);
      const answered = await sendAt(target, provider, { ...fields, amount: fields.amount + 1 });
      const { price } = asRefusal(answered, 409, "price_changed");
      assert.deepEqual(price, { amount: fields.amount, currency: fields.currency });
      await openAt(target, provider, { ...fields, ...price });
    },
  },
];

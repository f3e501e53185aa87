import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rzPurchase } from "~/upstream/contract/purchase-calls";
import type { Check } from "./check";
import { ask } from "./client";
import { ALL_PROVIDERS, askAt, OPEN_PROVIDERS, openAt, type ProviderCalls, rz } from "./providers";
import { newKey, purchaseFields, refused, withKey } from "./purchases";

const opens = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: a purchase opens an order that waits for its buyer, with nothing taken`,
  run: async (target) => {
    const { orderId, payAt } = await openAt(target, provider, await purchaseFields(target));
    const { order_id, status, order_state, money_taken, redirect_url } = await askAt(target, provider, orderId);
    assert.deepEqual(
      { order_id, status, order_state, money_taken, redirect_url },
      { order_id: orderId, status: "pending", order_state: "paying", money_taken: "no", redirect_url: payAt },
    );
  },
});

const repeats = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: ten submits at once under one key are one order, and so is one sent later`,
  run: async (target) => {
    const fields = await purchaseFields(target);
    const key = newKey();
    const send = () => openAt(target, provider, fields, key);
    const all = await Promise.all(Array.from({ length: 10 }, send));
    assert.deepEqual(new Set([...all, await send()].map(({ orderId }) => orderId)).size, 1);
  },
});

const isOneOrder = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: another provider's form of the same browser, buyer and plan is told of the live order`,
  run: async (target) => {
    const other = OPEN_PROVIDERS.find(({ code }) => code !== provider.code) ?? provider;
    const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
    const { orderId, payAt } = await openAt(target, provider, fields);
    const sent = withKey(await other.bodyOf(target, fields));
    const { order } = await refused(target, { endpoint: other.purchase, sent }, 409, "order_live");
    assert.deepEqual({ id: order?.order_id, at: order?.redirect_url }, { id: orderId, at: payAt });
  },
});

const isAnswered = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: answers about an order wherever it was opened`,
  run: async (target) => {
    const { orderId, payAt } = await openAt(target, rz, await purchaseFields(target));
    const { order_id, redirect_url } = await askAt(target, provider, orderId);
    assert.deepEqual({ id: order_id, at: redirect_url }, { id: orderId, at: payAt });
  },
});

/** What every provider's calls have in common; the guarded one's purchase is tried elsewhere. */
export const providerOrderChecks: Check[] = [
  ...OPEN_PROVIDERS.flatMap((provider) => [opens(provider), repeats(provider), isOneOrder(provider)]),
  ...ALL_PROVIDERS.map(isAnswered),
  {
    name: "rz: amounts are in minor units",
    run: async (target) => {
      const fields = await purchaseFields(target);
      const { amount, currency } = await ask(target, rzPurchase, withKey(await rz.bodyOf(target, fields)));
      assert.deepEqual({ amount, currency }, { amount: Math.round(fields.amount * 100), currency: fields.currency });
    },
  },
];

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rzPurchase } from "~/upstream/contract/purchase-calls";
import type { Check } from "../check";
import { ask, type Target } from "../client";
import {
  ALL_PROVIDERS,
  anyOpen,
  askAt,
  mustOpen,
  OPEN_PROVIDERS,
  openAt,
  type ProviderCalls,
  rz,
  sendAt,
  whyNotOpen,
} from "../providers";
import { asRefusal, newKey, purchaseFields, withKey } from "../purchases";

const isTold = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: how an order stands is told`,
  weight: "sale",
  lost: "whoever has paid waits, and is told so only where their account shows it",
  run: async (target) => {
    await mustOpen(target, provider);
    const { orderId } = await openAt(target, provider, await purchaseFields(target));
    await askAt(target, provider, orderId);
  },
});

const waits = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: the result of an order that waits says that nothing is taken, and where to go on`,
  weight: "nice",
  lost: "no page says that nothing was taken; the address of the purchase's own answer is used",
  run: async (target) => {
    await mustOpen(target, provider);
    const { orderId, payAt } = await openAt(target, provider, await purchaseFields(target));
    const { order_id, status, order_state, money_taken, redirect_url } = await askAt(target, provider, orderId);
    assert.deepEqual(
      { order_id, status, order_state, money_taken, redirect_url },
      { order_id: orderId, status: "pending", order_state: "paying", money_taken: "no", redirect_url: payAt },
    );
  },
});

/** How many orders ten submits at once, and one later, become under one key. */
async function ordersUnderOneKey(target: Target, provider: ProviderCalls): Promise<number> {
  const fields = await purchaseFields(target);
  const key = newKey();
  const submit = () => openAt(target, provider, fields, key);
  const all = await Promise.all(Array.from({ length: 10 }, submit));
  return new Set([...all, await submit()].map(({ orderId }) => orderId)).size;
}

const repeats: Check = {
  name: "ten submits at once under one key are one order, and so is one sent later",
  weight: "sale",
  lost: "a buyer whose call was lost is asked to wait: the site never repeats it. API_IDEMPOTENT must not be set, with it buyers pay twice",
  run: async (target) => {
    await anyOpen(target);
    const counted: string[] = [];
    for (const provider of OPEN_PROVIDERS) {
      const why = await whyNotOpen(target, provider);
      const count = why === undefined ? await ordersUnderOneKey(target, provider) : 1;
      if (count !== 1) counted.push(`${provider.code}: ${count} orders`);
    }
    assert.ok(counted.length === 0, counted.join(", "));
  },
};

const isOneOrder = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: another provider's form of the same browser, buyer and plan is told of the live order`,
  weight: "nice",
  lost: "the site alone keeps a buyer who changes the provider from a second order",
  run: async (target) => {
    const other = OPEN_PROVIDERS.find(({ code }) => code !== provider.code) ?? provider;
    await mustOpen(target, provider);
    await mustOpen(target, other);
    const fields = { ...(await purchaseFields(target)), browser: randomUUID() };
    const { orderId, payAt } = await openAt(target, provider, fields);
    const { order } = asRefusal(await sendAt(target, other, fields), 409, "order_live");
    assert.deepEqual({ id: order?.order_id, at: order?.redirect_url }, { id: orderId, at: payAt });
  },
});

const isAnswered = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: answers about an order wherever it was opened`,
  weight: "nice",
  lost: "a buyer who changes the provider is told of the last order only",
  run: async (target) => {
    const other = OPEN_PROVIDERS.find(({ code }) => code !== provider.code) ?? provider;
    await mustOpen(target, other);
    const { orderId, payAt } = await openAt(target, other, await purchaseFields(target));
    const { order_id, redirect_url } = await askAt(target, provider, orderId);
    assert.deepEqual({ id: order_id, at: redirect_url }, { id: orderId, at: payAt });
  },
});

/** What every provider's calls have in common; the guarded one may refuse this check's proof of a person. */
export const providerOrderChecks: readonly Check[] = [
  ...ALL_PROVIDERS.map(isTold),
  ...OPEN_PROVIDERS.flatMap((provider) => [waits(provider), isOneOrder(provider)]),
  repeats,
  ...ALL_PROVIDERS.map(isAnswered),
  {
    name: "rz: amounts are in minor units",
    weight: "sale",
    lost: "the provider's form asks for a hundredth, or a hundred times, of the price",
    run: async (target) => {
      await mustOpen(target, rz);
      const fields = await purchaseFields(target);
      const { amount, currency, key_id } = await ask(target, rzPurchase, withKey(await rz.bodyOf(target, fields)));
      // Without a key there is no form that they would stand in.
      if (key_id === "") return;
      assert.deepEqual({ amount, currency }, { amount: Math.round(fields.amount * 100), currency: fields.currency });
    },
  },
];

import assert from "node:assert/strict";
import { commonParams } from "~/upstream/contract/catalogue";
import type { Check } from "../check";
import { ask, hasTaken, send, type Target } from "../client";
import { ALL_PROVIDERS, mustOpen, openAt, type ProviderCalls } from "../providers";
import { newKey, purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** Whether the API says that a purchase call may be repeated, so that the site does. */
async function saysThatKeysCount(target: Target): Promise<boolean> {
  return ask(target, commonParams).then(
    ({ idempotency_keys }) => idempotency_keys === true,
    () => false,
  );
}

/** Two calls with one key: one order, or two. */
async function isOneOrder(target: Target, provider: ProviderCalls): Promise<boolean> {
  const fields = await purchaseFields(target);
  const key = newKey();
  const first = await openAt(target, provider, fields, key);
  const second = await openAt(target, provider, fields, key);
  return first.orderId === second.orderId;
}

const keepsPromise = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: where keys are said to count, the same key is the same order`,
  weight: "dangerous",
  lost: "the site repeats a call whose answer was lost, as it was told that it may: two orders, both of which can be paid and renewed. Keep the key with its order, or do not answer `idempotency_keys`",
  run: async (target) => {
    await mustOpen(target, provider);
    if (!(await saysThatKeysCount(target)))
      throw new Unseen("common/params does not say `idempotency_keys`: the site never repeats a purchase");
    assert.ok(await isOneOrder(target, provider), "two orders were opened under one key");
  },
});

const needsKey = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: where keys count, a purchase without one is refused`,
  weight: "dangerous",
  lost: "a call that is sent twice by whatever lies between is two orders, both of which can be paid and renewed. Refuse a purchase without an Idempotency-Key with 400",
  run: async (target) => {
    await mustOpen(target, provider);
    const doCount = (await saysThatKeysCount(target)) || (await isOneOrder(target, provider));
    if (!doCount) throw new Unseen("the API knows no keys");
    const body = await provider.bodyOf(target, await purchaseFields(target));
    assert.ok(!hasTaken(await send(target, provider.purchase, { body })), "an order was opened without a key");
  },
});

export const keyChecks: readonly Check[] = ALL_PROVIDERS.flatMap((provider) => [
  keepsPromise(provider),
  needsKey(provider),
]);

import assert from "node:assert/strict";
import { commonParams, plans } from "~/upstream/contract/catalogue";
import type { Check } from "../check";
import { ask, type Target } from "../client";
import { ALL_PROVIDERS, anyOpen, askAt, openAt, type ProviderCalls } from "../providers";
import { purchaseFields } from "../purchases";
import { Unseen } from "../unseen";

/** What no screen can do without: a plan with a price, an order with an address to pay at, and a word of how it stands. */
export const essentialChecks: Check[] = [
  {
    name: "plans: at least one has an id, an amount, a currency and a length, each id is there once",
    weight: "essential",
    lost: "there is nothing to sell",
    run: async (target) => {
      const { plans: all } = await ask(target, plans);
      assert.ok(all.length > 0, "no plan can be sold");
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length, "two plans have one id");
    },
  },
  {
    name: "purchase: at least one provider opens an order that has an id and an address to pay at",
    weight: "essential",
    lost: "nobody can pay",
    run: async (target) => {
      await anyOpen(target);
    },
  },
  {
    name: "result: an order that nobody has paid has a status word",
    weight: "essential",
    lost: "nobody who has paid is told so",
    run: async (target) => {
      const provider = await anyOpen(target);
      const { orderId } = await openAt(target, provider, await purchaseFields(target));
      await askAt(target, provider, orderId);
    },
  },
];

/** An API need not have all providers: one that it does not offer is not tried. */
async function mustBeOffered(target: Target, { code }: ProviderCalls): Promise<void> {
  const { providers } = await ask(target, commonParams).catch(() => ({ providers: undefined }));
  if (providers && !providers.includes(code)) throw new Unseen("common/params does not offer it");
}

const opens = (provider: ProviderCalls): Check => ({
  name: `${provider.code}: an order opens, with an address to pay at`,
  weight: "sale",
  lost: `nobody can pay through it: put ${provider.code} into PROVIDERS_OFF`,
  run: async (target) => {
    await mustBeOffered(target, provider);
    const { payAt } = await openAt(target, provider, await purchaseFields(target));
    assert.ok(payAt, "there is no address");
  },
});

export const offerChecks: Check[] = ALL_PROVIDERS.map(opens);

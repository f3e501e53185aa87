import assert from "node:assert/strict";
import { plans } from "~/upstream/contract/catalogue";
import type { Check } from "./check";
import { ask, type Target } from "./client";
import { ALL_PROVIDERS, askAt, openAt, type ProviderCalls } from "./providers";
import { purchaseFields } from "./purchases";

/** What no screen can do without: a plan with a price, an order with an address to pay at, and a word of how it stands. */
export const essentialChecks: Check[] = [
  {
    name: "plans: at least one has an id, an amount, a currency and a length, each id is there once",
    run: async (target) => {
      const { plans: all } = await ask(target, plans);
      assert.ok(all.length > 0, "no plan can be sold");
      assert.equal(new Set(all.map(({ id }) => id)).size, all.length, "two plans have one id");
    },
  },
  {
    name: "purchase: at least one provider opens an order that has an id and an address to pay at",
    run: async (target) => {
      await firstOpened(target);
    },
  },
  {
    name: "result: an order that nobody has paid has a status word, and it does not mean success",
    run: async (target) => {
      const { provider, orderId } = await firstOpened(target);
      const { status } = await askAt(target, provider, orderId);
      assert.notEqual(status, "success");
    },
  },
];

/** The provider whose result is told, too, comes first: `pd` may have none. */
const BY_RESULT = [...ALL_PROVIDERS].sort((one, other) => Number(one.code === "pd") - Number(other.code === "pd"));

async function firstOpened(target: Target): Promise<{ provider: ProviderCalls; orderId: string }> {
  const problems: string[] = [];
  for (const provider of BY_RESULT) {
    try {
      const { orderId, payAt } = await openAt(target, provider, await purchaseFields(target));
      if (payAt) return { provider, orderId };
      problems.push(`${provider.code}: no address`);
    } catch (error) {
      problems.push(`${provider.code}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(problems.join("; "));
}

/** Each provider on its own: an API need not have all. */
export const offerChecks: Check[] = ALL_PROVIDERS.map((provider) => ({
  name: `${provider.code}: an order opens, with an address to pay at`,
  lost: `nobody can pay through it: put ${provider.code} into PROVIDERS_OFF`,
  run: async (target) => {
    const { payAt } = await openAt(target, provider, await purchaseFields(target));
    assert.ok(payAt, "there is no address");
  },
}));

import assert from "node:assert/strict";
import type { Check } from "../check";
import { hasTaken, type Target } from "../client";
import { ALL_PROVIDERS, mustOpen, type ProviderCalls, sendAt } from "../providers";
import { purchaseFields } from "../purchases";

/** Addresses that are not the site's, however much they look like it. */
function elsewhere(site: string): string[] {
  const { protocol, host } = new URL(site);
  return [
    "https://elsewhere.example/back",
    `${protocol}//${host}.elsewhere.example/back`,
    `${protocol}//${host}@elsewhere.example/back`,
  ];
}

async function staysHome(target: Target, provider: ProviderCalls, field: "return_url" | "cancel_url"): Promise<void> {
  await mustOpen(target, provider);
  for (const address of elsewhere(target.site)) {
    const fields = { ...(await purchaseFields(target)), [field]: address };
    assert.ok(!hasTaken(await sendAt(target, provider, fields)), `an order was opened that comes back to ${address}`);
  }
}

const LOST =
  "whoever opens an order sends its buyer on to any page, which looks like yours and comes from your provider. Refuse addresses whose origin is not the site's with 422";

/** `pd` and `rb` have no address for buyers who turn back. */
const turnsBack = ({ code }: ProviderCalls): boolean => code !== "pd" && code !== "rb";

export const returnChecks: readonly Check[] = ALL_PROVIDERS.flatMap((provider) => [
  {
    name: `${provider.code}: whoever has paid comes back to the site only`,
    weight: "dangerous" as const,
    lost: LOST,
    run: (target: Target) => staysHome(target, provider, "return_url"),
  },
  ...(turnsBack(provider)
    ? [
        {
          name: `${provider.code}: whoever turns back comes back to the site only`,
          weight: "dangerous" as const,
          lost: LOST,
          run: (target: Target) => staysHome(target, provider, "cancel_url"),
        },
      ]
    : []),
]);

import type { ProviderCode } from "~/upstream/contract/catalogue";

/** The providers that a buyer can pay through on this site, each with a flow of its own in purchase/providers/. */
export const PAY_PROVIDERS = ["pd", "ps", "rz", "rb", "so"] as const satisfies readonly ProviderCode[];
export type PayProvider = (typeof PAY_PROVIDERS)[number];

export const isPayProvider = (code: unknown): code is PayProvider => PAY_PROVIDERS.some((known) => known === code);

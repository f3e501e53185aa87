import type { ProviderCode } from "~/upstream/contract/catalogue";

/** The providers that a buyer can pay through on this site, each with a flow of its own in purchase/providers/. */
export const PAY_PROVIDERS = ["pd", "ps", "rz", "rb", "so"] as const satisfies readonly ProviderCode[];
export type PayProvider = (typeof PAY_PROVIDERS)[number];

export const isPayProvider = (code: unknown): code is PayProvider => PAY_PROVIDERS.some((known) => known === code);

/**
 * The providers in the order they are offered in. The payments API's own order holds, but for `rz`: its ways to pay (UPI,
 * netbanking, Indian cards) are what buyers in India look for first, and of no use to anybody else.
 */
export function offeredOrder(codes: readonly PayProvider[], country: string): PayProvider[] {
  const isIndian = (code: PayProvider) => code === "rz";
  const indian = codes.filter(isIndian);
  const others = codes.filter((code) => !isIndian(code));
  return country === "IN" ? [...indian, ...others] : [...others, ...indian];
}

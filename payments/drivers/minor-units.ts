import Big from "big.js";
import type { Money } from "./driver";
import { Refused } from "./errors";

/**
 * An amount as a whole number of the smallest unit: cents, yen, fils.
 * @throws Refused where the amount has more decimals: rounded it would be another price than the one that was shown
 */
export function minorUnits({ amount, currency }: Money, decimals: number): number {
  const minor = Big(amount).times(Big(10).pow(decimals));
  if (!minor.eq(minor.round())) throw tooFine(amount, currency);
  return minor.toNumber();
}

export const majorUnits = (minor: number, decimals: number): number => Big(minor).div(Big(10).pow(decimals)).toNumber();

/** What a provider cannot take exactly. */
export const tooFine = (amount: number, currency: string): Refused =>
  new Refused(`The provider takes no ${amount} ${currency}`, "amount_too_fine", "not_supported");

import Big from "big.js";
import type { Money } from "./driver";
import { Refused } from "./errors";

/** Every other currency has two. */
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = ["BHD", "JOD", "KWD", "OMR", "TND"];

/** As providers write amounts, who differ from ISO 4217 and from what is shown in some: docs.stripe.com/currencies. */
export function minorDigits(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/**
 * An amount as a whole number of the smallest unit: cents, yen, fils.
 * @param step of which amounts have to be multiples
 * @throws Refused where the provider cannot take it exactly: rounded it would be another price than the one that was shown
 */
export function minorUnits({ amount, currency }: Money, decimals: number, step = 1): number {
  const minor = Big(amount).times(Big(10).pow(decimals));
  if (minor.mod(step).eq(0)) return minor.toNumber();
  throw new Refused(`The provider takes no ${amount} ${currency}`, "amount_too_fine", "not_supported");
}

export const majorUnits = (minor: number, decimals: number): number => Big(minor).div(Big(10).pow(decimals)).toNumber();

import Big from "big.js";

/** An amount in major units with its ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

export const isSameMoney = (one: Money, other: Money): boolean =>
  one.amount === other.amount && one.currency === other.currency;

/** Without the errors of floating point. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum.plus(amount), Big(0)).toNumber();

/** The amount in the smallest unit of its currency: cents, whole yen, fils. */
export function minorUnits({ amount, currency }: Money): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return Big(amount).times(Big(10).pow(maximumFractionDigits)).round(0, Big.roundHalfUp).toNumber();
}

import Big from "big.js";

/** Thousandths of a currency's unit, as Apple counts: 2.99 is 2990. */
export const milliunits = (amount: string): number => Big(amount).times(1_000).round(0, Big.roundHalfUp).toNumber();

/** Millionths of a currency's unit as text, as Google counts: 2.99 is 2990000. */
export const micros = (amount: string): string => Big(amount).times(1_000_000).round(0, Big.roundHalfUp).toFixed(0);

/** Apple checks the sum to the thousandth, so the amount without tax is what is left of the rounded ones. */
export function milliAmounts({ gross, tax }: { gross: string; tax: string }) {
  const [amountTaxInclusive, taxAmount] = [milliunits(gross), milliunits(tax)];
  return { amountTaxInclusive, taxAmount, amountTaxExclusive: amountTaxInclusive - taxAmount };
}

/** Without tax. */
export const netOf = ({ gross, tax }: { gross: string; tax: string }): string => Big(gross).minus(tax).toString();

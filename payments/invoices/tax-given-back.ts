import Big from "big.js";
import { rounded } from "../catalogue/plans";
import { taxIn } from "./lines";

/** What of an invoice is needed to correct it. */
export interface Corrected {
  amount: number;
  currency: string;
  /** JSON of its lines. */
  lines: string;
}

/**
 * The tax in an amount that goes back of an invoice. The parts of one that goes back whole have all of its tax, however they are rounded.
 * @param before what went back of it earlier
 */
export function taxGivenBack(invoice: Corrected | undefined, before: number, amount: number): number {
  const tax = invoice && taxIn(invoice.lines);
  if (!tax || invoice.amount === 0) return 0;
  const upTo = (given: Big) => {
    const most = given.gt(invoice.amount) ? Big(invoice.amount) : given;
    return rounded(most.times(tax.amount).div(invoice.amount), invoice.currency);
  };
  return Big(upTo(Big(before).plus(amount)))
    .minus(upTo(Big(before)))
    .toNumber();
}

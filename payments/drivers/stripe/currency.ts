import { majorUnits, minorDigits, minorUnits } from "../amounts";
import type { Money } from "../driver";

/** Of docs.stripe.com/currencies: amounts are multiples of it. Whole ones of some are written with two zeros; the last of three decimals is 0. */
const stepOf = (currency: string): number =>
  ["ISK", "UGX"].includes(currency) ? 100 : minorDigits(currency) === 3 ? 10 : 1;

/** @throws Refused where Stripe cannot take exactly this amount */
export const toStripe = (money: Money): number =>
  minorUnits(money, minorDigits(money.currency), stepOf(money.currency));

/** @param currency as Stripe writes it: "usd" */
export function fromStripe(minor: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: majorUnits(minor, minorDigits(code)), currency: code };
}

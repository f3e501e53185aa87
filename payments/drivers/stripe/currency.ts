import type { Money } from "../driver";
import { majorUnits, minorUnits, tooFine } from "../minor-units";

/** Of docs.stripe.com/currencies, as are the exceptions below; every other currency has two decimals. */
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = ["BHD", "JOD", "KWD", "OMR", "TND"];
/** Whole amounts only, which Stripe still writes with two zeros. */
const WHOLE_WITH_ZEROS = ["ISK", "UGX"];

/** Amounts are multiples of it. The last of three decimals is always 0. */
function stepOf(currency: string): number {
  if (WHOLE_WITH_ZEROS.includes(currency)) return 100;
  return THREE_DECIMALS.includes(currency) ? 10 : 1;
}

function decimalsOf(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** @throws Refused where Stripe cannot take exactly this amount */
export function toStripe(money: Money): number {
  const minor = minorUnits(money, decimalsOf(money.currency));
  if (minor % stepOf(money.currency) !== 0) throw tooFine(money.amount, money.currency);
  return minor;
}

/** @param currency as Stripe writes it: "usd" */
export function fromStripe(minor: number, currency: string): Money {
  const code = currency.toUpperCase();
  return { amount: majorUnits(minor, decimalsOf(code)), currency: code };
}

import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

/** An amount in major units together with its ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** ISO 4217 digits where they are not 2; runtimes disagree (HUF, IDR, COP, PKR), so the table is ours. */
const NO_DIGITS = [
  "BIF",
  "CLP",
  "DJF",
  "GNF",
  "ISK",
  "JPY",
  "KMF",
  "KRW",
  "PYG",
  "RWF",
  "UGX",
  "VND",
  "VUV",
  "XAF",
  "XOF",
  "XPF",
];
const THREE_DIGITS = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/** How many decimals a currency shows. */
export function decimalsOf(currency: string): number {
  if (NO_DIGITS.includes(currency)) return 0;
  return THREE_DIGITS.includes(currency) ? 3 : 2;
}

/** These symbols win in every locale; all others are as CLDR says. */
const SYMBOLS: Readonly<Record<string, string>> = { USD: "$", AUD: "A$", CAD: "CA$", GBP: "£" };

const kept = new Map<string, Intl.NumberFormat>();

function formatterFor(lang: LocaleCode, currency: string): Intl.NumberFormat {
  const key = `${lang} ${currency}`;
  const found = kept.get(key);
  if (found !== undefined) return found;
  const digits = decimalsOf(currency);
  const made = new Intl.NumberFormat(numberLocale(lang), {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  kept.set(key, made);
  return made;
}

/** Money as text, the only way money becomes text. */
export function formatMoney(lang: LocaleCode, money: Money): string {
  const formatter = formatterFor(lang, money.currency);
  const symbol = SYMBOLS[money.currency];
  if (symbol === undefined) return formatter.format(money.amount);
  return formatter
    .formatToParts(money.amount)
    .map((part) => (part.type === "currency" ? symbol : part.value))
    .join("");
}

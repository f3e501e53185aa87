import type { LocaleCode } from "./locales";
import { numberLocale } from "./number-locale";

/** An amount in major units together with its ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Currencies without exactly 2 ISO 4217 digits; a table, because runtimes disagree (HUF, IDR, COP, PKR). */
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

/** These symbols are used in every locale; all others follow CLDR. */
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

/** Money as text. All money on the site is formatted here. */
export function formatMoney(lang: LocaleCode, money: Money): string {
  const formatter = formatterFor(lang, money.currency);
  const symbol = SYMBOLS[money.currency];
  if (symbol === undefined) return formatter.format(money.amount);
  return formatter
    .formatToParts(money.amount)
    .map((part) => (part.type === "currency" ? symbol : part.value))
    .join("");
}

/** A total as text, with the currency's code where its sign alone leaves open whose dollar it is: $71.76 USD, €54.99. */
export function formatTotal(lang: LocaleCode, money: Money): string {
  const text = formatMoney(lang, money);
  return bareSign(lang, money.currency) === "$" ? `${text}\u00a0${money.currency}` : text;
}

/** A currency's sign by itself, without doubt whose dollar it is: US$, A$, €. */
export function currencySign(lang: LocaleCode, currency: string): string {
  const sign = bareSign(lang, currency);
  return sign === "$" ? `${currency.slice(0, 2)}$` : sign;
}

/** The sign that stands beside an amount, which may be several currencies' own. */
const bareSign = (lang: LocaleCode, currency: string): string =>
  SYMBOLS[currency] ??
  formatterFor(lang, currency)
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ??
  currency;

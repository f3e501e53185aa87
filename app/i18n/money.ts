import { decimalsOf } from "~/upstream/contract/values/scalars";
import { type LocaleCode, numberLocale } from "./locales";
import { memo } from "./memo";

/** An amount in major units together with its ISO 4217 currency. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** These symbols are used in every locale; all others follow CLDR, which has no € for Ukrainian and no ₹ for half of the languages. */
const FIXED_SYMBOLS: Readonly<Record<string, string>> = {
  USD: "$",
  AUD: "A$",
  CAD: "CA$",
  GBP: "£",
  EUR: "€",
  INR: "₹",
};

/** Shops of these languages write the sign before the amount and close to it ("$4.99"), where CLDR sets it behind or apart. */
const SIGN_FIRST: readonly LocaleCode[] = ["bn", "id", "ms", "my"];

const moneyFormat = memo((lang: LocaleCode, currency: string) => {
  const digits = decimalsOf(currency);
  return new Intl.NumberFormat(numberLocale(lang), {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
});

/** A currency's sign beside an amount. */
function signOf(currency: string, part: Intl.NumberFormatPart): string {
  // CLDR sets Japanese yen full-width; shops do not.
  return FIXED_SYMBOLS[currency] ?? part.value.replace("￥", "¥");
}

const MINUS = "−";

/** Money as text. All money on the site is formatted here; what differs from Intl is in docs/formats.md. */
export const formatMoney = (lang: LocaleCode, { amount, currency }: Money): string => moneyText(lang, amount, currency);

const moneyText = memo((lang: LocaleCode, amount: number, currency: string) => {
  const parts = moneyFormat(lang, currency).formatToParts(amount);
  const written = parts.map((part) => {
    if (part.type === "minusSign") return { ...part, value: part.value.replace("-", MINUS) };
    return part.type === "currency" ? { ...part, value: signOf(currency, part) } : part;
  });
  const text = (SIGN_FIRST.includes(lang) ? signFirst(written) : written).map(({ value }) => value).join("");
  // Prices are isolated wherever they stand; a mark in front would make a sentence that begins with one run from left to right. In
  // Arabic it stands within the price, and keeps the minus before the number.
  return lang === "ar" ? text : text.replaceAll("\u200e", "");
});

/** The same parts with the sign before the digits: close to them, but a code such as MMK keeps a space. */
function signFirst(parts: Intl.NumberFormatPart[]): Intl.NumberFormatPart[] {
  const ofType = (...types: Intl.NumberFormatPart["type"][]) => parts.filter(({ type }) => types.includes(type));
  const sign = ofType("currency");
  const isCode = sign.some(({ value }) => /^[A-Z]{3}$/.test(value));
  const space: Intl.NumberFormatPart[] = isCode ? [{ type: "literal", value: "\u00a0" }] : [];
  return [...ofType("minusSign"), ...sign, ...space, ...ofType("integer", "group", "decimal", "fraction")];
}

/** A total as text, with the currency's code where its sign alone leaves open whose dollar it is: $71.76 USD, €54.99. */
export function formatTotal(lang: LocaleCode, money: Money): string {
  const text = formatMoney(lang, money);
  return bareSign(lang, money.currency) === "$" ? `${text}\u00a0${money.currency}` : text;
}

/** A currency by itself, without doubt whose dollar it is, as formatTotal names it: USD, A$, €. */
export function currencySign(lang: LocaleCode, currency: string): string {
  const sign = bareSign(lang, currency);
  return sign === "$" ? currency : sign;
}

/** The sign that stands beside an amount, which several currencies may have. */
function bareSign(lang: LocaleCode, currency: string): string {
  const part = moneyFormat(lang, currency)
    .formatToParts(0)
    .find(({ type }) => type === "currency");
  return part ? signOf(currency, part) : currency;
}

import Big from "big.js";
import { z } from "zod";
import type { Money } from "../driver";
import { Refused } from "../errors";
import { tooFine } from "../minor-units";

/** What every seller may take; BRL, CNY and MYR are only for accounts of those countries. */
export const CURRENCIES = "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD".split(
  " ",
);
/** PayPal's own rule, not ISO's. */
const WHOLE = ["HUF", "JPY", "TWD"];

/** @throws Refused for a currency that PayPal lacks, and for an amount with more decimals than it takes */
export function payPalMoney({ amount, currency }: Money): { currency_code: string; value: string } {
  if (!CURRENCIES.includes(currency)) throw new Refused(`PayPal takes no ${currency}`, "currency", "not_supported");
  const decimals = WHOLE.includes(currency) ? 0 : 2;
  if (!Big(amount).eq(Big(amount).round(decimals))) throw tooFine(amount, currency);
  return { currency_code: currency, value: Big(amount).toFixed(decimals) };
}

export const money = z
  .object({ currency_code: z.string().length(3), value: z.string().regex(/^-?\d*\.?\d+$/) })
  .transform(({ currency_code, value }): Money => ({ amount: Number(value), currency: currency_code }));

/** Milliseconds since 1970. */
export const instant = z.string().transform(Date.parse).pipe(z.number());

export const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

/** PayPal's page is in these of our languages; elsewhere it is in the one of the buyer's account. */
const LOCALES = "ar-EG de-DE en-US es-ES fr-FR id-ID it-IT ja-JP ko-KR nl-NL pl-PL pt-BR ru-RU th-TH zh-CN zh-TW".split(
  " ",
);
const CHINESE: Readonly<Record<string, string>> = { "zh-hans": "zh-CN", "zh-hant": "zh-TW" };

export function localeOf(language: string | undefined): string | undefined {
  if (language === undefined) return undefined;
  const code = CHINESE[language.toLowerCase()] ?? language;
  return LOCALES.find((locale) => locale === code) ?? LOCALES.find((locale) => locale.slice(0, 2) === code.slice(0, 2));
}

/** What PayPal cuts at 127 signs would be an error. */
export const shortText = (text: string): string => Array.from(text).slice(0, 127).join("");

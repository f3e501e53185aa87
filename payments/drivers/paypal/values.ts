import { z } from "zod";
import { minorUnits } from "../amounts";
import type { Money, Opening } from "../driver";
import { Refused } from "../errors";
import { pageLanguage, shortText } from "../page-texts";

/** What every seller may take; BRL, CNY and MYR are only for accounts of those countries. */
export const CURRENCIES: readonly string[] =
  "AUD CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY MXN NOK NZD PHP PLN SEK SGD THB TWD USD".split(" ");
/** PayPal's own rule, not ISO's. */
const WHOLE = ["HUF", "JPY", "TWD"];

/** @throws Refused for a currency that PayPal lacks, and for an amount with more decimals than it takes */
export function payPalMoney({ amount, currency }: Money): { currency_code: string; value: string } {
  if (!CURRENCIES.includes(currency)) throw new Refused(`PayPal takes no ${currency}`, "currency", "not_supported");
  const decimals = WHOLE.includes(currency) ? 0 : 2;
  minorUnits({ amount, currency }, decimals);
  return { currency_code: currency, value: amount.toFixed(decimals) };
}

export const money = z
  .object({ currency_code: z.string().length(3), value: z.string().regex(/^-?\d*\.?\d+$/) })
  .transform(({ currency_code, value }): Money => ({ amount: Number(value), currency: currency_code }));

/** Milliseconds since 1970. */
export const instant = z.string().transform(Date.parse).pipe(z.number());

export const id = z.string().min(1);
export const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);
/** Something that a buyer has to approve. */
export const approvable = z
  .object({ id, links })
  .transform(({ id, links }) => ({ reference: id, payAt: links.find(({ rel }) => rel === "approve")?.href }));

/** PayPal's page is in these of our languages; elsewhere it is in the one of the buyer's account. */
const LANGUAGES = "ar-EG de-DE en-US es-ES fr-FR id-ID it-IT ja-JP ko-KR nl-NL pl-PL pt-BR ru-RU th-TH zh-CN zh-TW";

/**
 * What PayPal's page says and where it leads. PayPal's newer name for it is payment_source.paypal.experience_context; an order with that
 * cannot be changed before it is approved.
 */
export const pageOf = ({ language, returnUrl, cancelUrl }: Opening, user_action: string) => ({
  locale: pageLanguage(language, LANGUAGES),
  shipping_preference: "NO_SHIPPING",
  user_action,
  payment_method: { payer_selected: "PAYPAL", payee_preferred: "IMMEDIATE_PAYMENT_REQUIRED" },
  return_url: returnUrl,
  cancel_url: cancelUrl,
});

/** As much of a text as PayPal takes. */
export const longest = (text: string): string => shortText(text, 127);

import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { formatDay } from "~/i18n/dates";
import { joinSentences } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { formatCount } from "~/i18n/numbers";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { hasMonthsNotice, monthsNoticeText } from "./months-notice.server";
import type { AgreedSale } from "./sale-kind";
import { periodWords } from "./sale-words.server";

/** Under which terms something is sold, and in which country. */
export interface SoldUnder {
  selling: SellingTerms;
  country: string;
}

/**
 * What the buyer agrees to by pressing the button, apart from the general terms, that what renews can be cancelled, and how old they confirm
 * to be. The page shows it as it is, and the payments API gets it as it is: nothing else makes this text.
 */
export function agreementText(lang: LocaleCode, sale: AgreedSale, { selling, country }: SoldUnder): string {
  const notice = hasMonthsNotice(sale, selling, country) ? [monthsNoticeText(lang, sale)] : [];
  const key = JSON.stringify([lang, sale, notice, selling.minimumAge]);
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = joinSentences(lang, [...saleSentences(lang, sale), ...notice, ...ageWords(lang, selling)]);
  texts.set(key, text);
  return text;
}

/** The words of a page are needed again when its form is sent: to see that nothing has changed, and for the purchase call. */
const texts = new LRUCache<string, string>({ max: 500 });

function saleSentences(lang: LocaleCode, { kind, length, today, next }: AgreedSale): string[] {
  const t = translate(lang);
  const words = periodWords(lang);
  const values = { period: words.length(length), today: formatMoney(lang, today), date: formatDay(lang, next.on) };
  if (next.kind === "ends") return [t(`sale:agreement.${kind}`, values)];
  const price = formatMoney(lang, { amount: next.amount, currency: today.currency });
  const agreed = t(`sale:agreement.${kind}`, { ...values, price, every: words.every(next.period) });
  return [agreed, t("sale:cancelAnytime")];
}

function ageWords(lang: LocaleCode, { minimumAge }: SellingTerms): string[] {
  if (minimumAge === undefined) return [];
  return [translate(lang)("sale:agreement.age", { count: minimumAge, n: formatCount(lang, minimumAge) })];
}

/** The SHA-256 of a text's UTF-8 bytes, in hex. */
export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("hex");

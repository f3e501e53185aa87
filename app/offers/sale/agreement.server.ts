import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { formatDay } from "~/i18n/dates";
import { joinSentences } from "~/i18n/lists";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { formatMoney } from "~/i18n/money";
import { formatCount } from "~/i18n/numbers";
import { addPeriod } from "~/upstream/contract/deadlines";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import type { AgreedSale } from "./sale-kind";
import { cancelByText, periodWords } from "./sale-words.server";

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
  // By a coupon for all of it, or as it costs nothing: nothing is bought.
  if (kind === "once" && today.amount === 0) return [t("sale:agreement.free", values)];
  if (next.kind === "ends") return [t(`sale:agreement.${kind}`, values)];
  const price = formatMoney(lang, { amount: next.amount, currency: today.currency });
  const agreed = t(`sale:agreement.${kind}`, { ...values, price, every: words.every(next.period) });
  return [agreed, cancelByText(lang, next.on)];
}

function ageWords(lang: LocaleCode, { minimumAge }: SellingTerms): string[] {
  if (minimumAge === undefined) return [];
  return [translate(lang)("sale:agreement.age", { count: minimumAge, n: formatCount(lang, minimumAge) })];
}

type Follows = Pick<AgreedSale, "next">;

/** Whether a brand promises the buyers of a country that a renewed plan can be ended with a month's notice. */
export const isMonthsNoticeIn = ({ monthsNoticeIn = [] }: SellingTerms, country: string | undefined): boolean =>
  country !== undefined && monthsNoticeIn.includes(country);

/** Whether that is part of a sale. A period that is no longer than a month ends by then anyway. */
export function hasMonthsNotice({ next }: Follows, selling: SellingTerms, country: string): boolean {
  if (next.kind === "ends" || !isMonthsNoticeIn(selling, country)) return false;
  const { unit: interval, count: interval_count } = next.period;
  const aMonthLater = addPeriod(next.on, { interval: "month", interval_count: 1 });
  return addPeriod(next.on, { interval, interval_count }) > aMonthLater;
}

/** From when on a plan can be ended so, and that the rest is paid back. */
export const monthsNoticeText = (lang: LocaleCode, { next }: Follows): string =>
  translate(lang)("sale:monthsNotice", { date: formatDay(lang, next.on) });

/** The SHA-256 of a text's UTF-8 bytes, in hex. */
export const hashOfText = (text: string): string => createHash("sha256").update(text).digest("hex");

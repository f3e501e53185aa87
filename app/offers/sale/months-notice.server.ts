import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { addPeriod } from "~/upstream/contract/deadlines";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import type { AgreedSale } from "./sale-kind";

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

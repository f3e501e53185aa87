import { type LocaleCode, numberLocale } from "./locales";
import { memo } from "./memo";

const formatFor = (options: Intl.NumberFormatOptions) =>
  memo((lang: LocaleCode) => new Intl.NumberFormat(numberLocale(lang), options));

const counts = formatFor({ maximumFractionDigits: 0 });
const years = formatFor({ useGrouping: false });
const shares = formatFor({ style: "percent", maximumFractionDigits: 0 });
const rates = formatFor({ style: "percent", maximumFractionDigits: 2 });

/** A whole number in the locale's digits. */
export const formatCount = (lang: LocaleCode, count: number): string => counts(lang).format(count);

/** A year in the locale's digits, without anything between them. */
export const formatYear = (lang: LocaleCode, year: number): string => years(lang).format(year);

/** A share between 0 and 1 as whole percents. */
export const formatShare = (lang: LocaleCode, share: number): string => shares(lang).format(share);

/** A rate in percent, with up to two decimals: "20%", "8.1%". */
export const formatRate = (lang: LocaleCode, percent: number): string => rates(lang).format(percent / 100);

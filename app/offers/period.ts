import type { LocaleCode } from "~/i18n/locales";
import { formatCount } from "~/i18n/numbers";

/** A plan's length: so many days, weeks, months or years. */
export interface Period {
  readonly unit: "day" | "week" | "month" | "year";
  readonly count: number;
}

/** A period ready for the plural messages of pay-plan: `n` is the count in the locale's digits. */
export interface PeriodView {
  unit: Period["unit"];
  count: number;
  n: string;
}

export const periodView = (lang: LocaleCode, { unit, count }: Period): PeriodView => ({
  unit,
  count,
  n: formatCount(lang, count),
});

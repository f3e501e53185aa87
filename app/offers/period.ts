import { useTranslation } from "react-i18next";
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

/** Puts a period into words: `length` is "2 years". On the server periodWords of sale-words does, which also says how often something renews. */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return { length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }) };
}

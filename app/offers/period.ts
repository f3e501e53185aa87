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

/** A trial in words; without a price it costs nothing. */
export interface TrialView {
  price?: string;
  period: PeriodView;
}

export const periodView = (lang: LocaleCode, { unit, count }: Period): PeriodView => ({
  unit,
  count,
  n: formatCount(lang, count),
});

/**
 * Puts a period into words: `length` is "2 years", `trial` "Try 3 days for $0.99". On the server periodWords of sale-words does, which also
 * says how often something renews.
 */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  const length = ({ unit, count, n }: PeriodView): string => t(unit, { count, n });
  const trial = ({ price, period }: TrialView): string =>
    price === undefined ? t("trialFree", { period: length(period) }) : t("trialFor", { price, period: length(period) });
  return { length, trial };
}

import { useTranslation } from "react-i18next";
import type { PeriodView } from "~/checkout/offer-view";

/** Puts a period into words: `length` is "2 years", `every` is "every 2 years". */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return {
    length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }),
    every: ({ unit, count, n }: PeriodView): string => t(`every.${unit}`, { count, n }),
  };
}

import { useTranslation } from "react-i18next";
import type { PeriodView } from "./period";

/** Puts a period into words: `length` is "2 years", `every` is "every 2 years", or "every year" for one. */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return {
    length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }),
    // A plural form cannot say it: in Russian the one for 1 is the one for 21, too.
    every: ({ unit, count, n }: PeriodView): string =>
      count === 1 ? t(`everyOne.${unit}`) : t(`every.${unit}`, { count, n }),
  };
}

import { useTranslation } from "react-i18next";
import type { PeriodView } from "./period";

/** Puts a period into words: `length` is "2 years", `every` is "every 2 years", or "every year" for one. */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return {
    length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }),
    // Not a plural form: in Russian the form for 1 is also used for 21.
    every: ({ unit, count, n }: PeriodView): string =>
      count === 1 ? t(`everyOne.${unit}`) : t(`every.${unit}`, { count, n }),
  };
}

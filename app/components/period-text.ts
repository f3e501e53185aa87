import { useTranslation } from "react-i18next";
import type { PeriodView } from "~/checkout/offer-view";

/** Puts a period into words: `length` is "2 years", `every` is "every 2 years". */
export function usePeriodText() {
  const { t } = useTranslation("pay-plan");
  return {
    length: ({ unit, count, n }: PeriodView): string => t(unit, { count, n }),
    every: ({ unit, count, n }: PeriodView): string => {
      const once = t(`every.${unit}`, { count: 1, n });
      const text = t(`every.${unit}`, { count, n });
      // Russian and Ukrainian have one form for 1 and 21, where "every month" is right for 1 only.
      return count > 1 && text === once ? t(`every.${unit}`, { count: 2, n }) : text;
    },
  };
}

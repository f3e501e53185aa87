import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { type Period, periodView } from "~/offers/period";

/** Periods in words on the server, as usePeriodText has them in components: "2 years", "every 2 years", "every year". */
export function periodWords(lang: LocaleCode) {
  const t = translate(lang);
  return {
    length(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      return t(`pay-plan:${unit}`, { count, n });
    },
    every(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      return count === 1 ? t(`pay-plan:everyOne.${unit}`) : t(`pay-plan:every.${unit}`, { count, n });
    },
  };
}

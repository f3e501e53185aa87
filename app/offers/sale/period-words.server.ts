import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { type Period, periodView } from "~/offers/period";

/** Puts periods into words: `length` is "2 years", `every` is "every 2 years", or "every year" for one. */
export function periodWords(lang: LocaleCode) {
  const t = translate(lang);
  return {
    length(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      return t(`pay-plan:${unit}`, { count, n });
    },
    every(period: Period): string {
      const { unit, count, n } = periodView(lang, period);
      // Not a plural form: in Russian the form for 1 is also used for 21.
      return count === 1 ? t(`sale:everyOne.${unit}`) : t(`sale:every.${unit}`, { count, n });
    },
  };
}

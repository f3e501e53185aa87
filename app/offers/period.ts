import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { LocaleCode } from "~/i18n/locales";
import { formatCount } from "~/i18n/numbers";

/** A plan's length: so many days, weeks, months or years. */
export interface Period {
  readonly unit: "day" | "week" | "month" | "year";
  readonly count: number;
}

const DURATIONS = { day: "days", week: "weeks", month: "months", year: "years" } as const;

/** The UTC day one period after a day; a month after its last day is the next month's last day at most. */
export function dayAfter(from: Date, period: Period): Date {
  return new Date(add(new UTCDate(from), { [DURATIONS[period.unit]]: period.count }).getTime());
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

import { addPeriod, endOfDay, latestDay, periodEnd, whereabouts } from "~/upstream/contract/deadlines";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";

const MONTH: PlanPeriod = { interval: "month", interval_count: 1 };
export const A_WEEK: PlanPeriod = { interval: "week", interval_count: 1 };
export const A_YEAR: PlanPeriod = { interval: "year", interval_count: 1 };
/** The weekly plan's trial. */
export const TRIAL: PlanPeriod = { interval: "day", interval_count: 3 };

/**
 * How many seconds a period is long for a buyer in the US: months are as long as the calendar's, and where it is another day yet in the west
 * of the country a period is some hours longer. @param from when it begins, in milliseconds since 1970
 */
export const secondsOf = (period = MONTH, from = Date.now()): number =>
  (periodEnd(from, period, whereabouts("US")) - from) / 1000;

/** The same of what never renews, which lasts to the end of the day that was told. */
export const secondsToEnd = (): number =>
  (endOfDay(addPeriod(latestDay(Date.now(), whereabouts("US")), MONTH), whereabouts("US")) - Date.now()) / 1000;

import { addPeriod, endOfDay, latestDay, periodEnd, whereabouts } from "~/upstream/contract/deadlines";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";

const MONTH: PlanPeriod = { interval: "month", interval_count: 1 };

/** How many seconds a period that begins now is long: months are as long as the calendar's. */
export const secondsOf = (period = MONTH): number =>
  (periodEnd(Date.now(), period, whereabouts("US")) - Date.now()) / 1000;

/** The same of what never renews, which lasts to the end of the day that was told. */
export const secondsToEnd = (): number =>
  (endOfDay(addPeriod(latestDay(Date.now(), whereabouts("US")), MONTH), whereabouts("US")) - Date.now()) / 1000;

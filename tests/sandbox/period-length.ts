import { periodEnd } from "~/upstream/contract/catalogue";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";

const MONTH: PlanPeriod = { interval: "month", interval_count: 1 };

/** How many seconds a period that begins now is long: months are as long as the calendar's. */
export const secondsOf = (period = MONTH): number => (periodEnd(new Date(), period).getTime() - Date.now()) / 1000;

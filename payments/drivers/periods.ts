import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { PlanPeriod } from "~/upstream/contract/values/plan-period";
import type { Opening, Renewal } from "./driver";

/** What the first period is to the later ones: the same, the same for less, or another one, for which providers have trials. */
export function firstPeriod({ price, period }: Opening, renewal: Renewal): "same" | "for_less" | "trial" {
  const isSameLength = period.interval === renewal.interval && period.interval_count === renewal.interval_count;
  if (isSameLength && price.amount === renewal.amount) return "same";
  return isSameLength && price.amount > 0 && price.amount < renewal.amount ? "for_less" : "trial";
}

/** The same day of a later month, or that month's last. @param from milliseconds since 1970 */
export const endOfPeriod = (from: number, { interval, interval_count }: PlanPeriod): number =>
  add(new UTCDate(from), { [`${interval}s`]: interval_count }).getTime();

const IN_A_YEAR = { day: 365, week: 52, month: 12, year: 1 };

/** Whether a period is no longer than that, as providers count it. */
export const isWithinYears = ({ interval, interval_count }: PlanPeriod, years: number): boolean =>
  interval_count <= IN_A_YEAR[interval] * years;

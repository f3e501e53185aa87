import { UTCDate } from "@date-fns/utc";
import { add } from "date-fns";
import type { PlanPeriod } from "./plan-period";

const DURATIONS = { day: "days", week: "weeks", month: "months", year: "years" } as const;

/**
 * When a period of a plan that begins at a moment ends, and the next one is due: at the same time of the day in UTC, after
 * so many days, weeks, months or years of the calendar. A month after its last day is the next month's last day at most.
 */
export function periodEnd(from: Date, { interval, interval_count: count }: PlanPeriod): Date {
  return new Date(add(new UTCDate(from), { [DURATIONS[interval]]: count }).getTime());
}

const DAY_MS = 86_400_000;
const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

/**
 * When the paid time ends of which some seconds are left. They were counted a moment ago on another clock, and rounded, so
 * an end that was given by its date goes before, unless it is another one: more than a day away.
 */
export function paidTimeEnd(remainSeconds: number, given: Date | undefined, now: Date): Date {
  const counted = new Date(now.getTime() + remainSeconds * 1000);
  return given !== undefined && Math.abs(dayOf(given) - dayOf(counted)) <= 1 ? given : counted;
}

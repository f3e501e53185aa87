import Big from "big.js";
import { millisecondsInDay } from "date-fns/constants";
import { lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import { decimalsOf } from "~/upstream/contract/values/scalars";
import type { ChargeRow } from "../tables";

type PaidPeriod = Pick<ChargeRow, "amount" | "currency" | "starts_at" | "ends_at">;

const daysFrom = (day: string, later: string): number => (Date.parse(later) - Date.parse(day)) / millisecondsInDay;

/** What was paid for the days of a period that come after a moment; rounded up, so never to the buyer's cost. */
export function unusedOf({ amount, currency, ...period }: PaidPeriod, until: number, place: Whereabouts): number {
  const [before, end, last] = [period.starts_at, period.ends_at, until].map((at) => lastWholeDay(at, place));
  if (before === undefined || end === undefined || last === undefined) return 0;
  const days = daysFrom(before, end);
  const unused = Math.min(days, Math.max(0, daysFrom(last, end)));
  return Big(amount).times(unused).div(days).round(decimalsOf(currency), Big.roundUp).toNumber();
}

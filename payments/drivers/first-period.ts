import type { Opening } from "./driver";

type Renewal = NonNullable<Opening["renewal"]>;

/** What the first period is to the later ones: the same, the same for less, or another one, for which providers have trials. */
export function firstPeriod({ price, period }: Opening, renewal: Renewal): "same" | "for_less" | "trial" {
  const isSameLength = period.interval === renewal.interval && period.interval_count === renewal.interval_count;
  if (isSameLength && price.amount === renewal.amount) return "same";
  return isSameLength && price.amount > 0 && price.amount < renewal.amount ? "for_less" : "trial";
}

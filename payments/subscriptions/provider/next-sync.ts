import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { SubscriptionStanding } from "../../drivers/driver";
import type { SubscriptionRow } from "../tables";

/** Before the end of a period the provider may charge for the next one; after it, payments are tried again. */
const BEFORE_MS = millisecondsInHour;
const AFTER_MS = 3 * millisecondsInDay;

const LEAST_MS = 5 * millisecondsInMinute;
const MOST_MS = 6 * millisecondsInHour;

/** For how long a provider may take to end what is over here. */
const OVER_MS = 30 * millisecondsInDay;

/**
 * When a subscription is asked about next, though nobody rings: from an hour before its period ends to three days after it more and more
 * rarely, else daily. Null: nothing more is to be heard.
 */
export function nextSync(
  { state, ends_at }: Pick<SubscriptionRow, "state" | "ends_at">,
  standing: SubscriptionStanding,
  now: number,
): number | null {
  const isOver = state === "ended" || state === "withdrawn";
  if (isOver && (standing.state === "ended" || now > ends_at + OVER_MS)) return null;
  const from = ends_at - BEFORE_MS;
  if (now < from) return Math.min(now + millisecondsInDay, from);
  if (now > ends_at + AFTER_MS) return now + millisecondsInDay;
  return now + Math.min(MOST_MS, Math.max(LEAST_MS, (now - from) / 4));
}

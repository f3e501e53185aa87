import { UTCDate } from "@date-fns/utc";
import { addDays } from "date-fns";
import type { DeclarationRow } from "./tables";

/** Directive 2011/83 art. 13(1): the money goes back within 14 days of the day on which the trader was informed. */
const REFUND_DAYS = 14;

type Promised = Pick<DeclarationRow, "kind" | "declared_at" | "end_on">;

/**
 * When the operator must have acted, in milliseconds since 1970: given the money back; or ended the contract, on the day that was named,
 * else at once, which here is a day.
 */
export function actBy({ kind, declared_at, end_on }: Promised): number {
  if (kind === "withdraw") return addDays(new UTCDate(declared_at), REFUND_DAYS).getTime();
  return end_on === null ? addDays(new UTCDate(declared_at), 1).getTime() : Date.parse(end_on);
}

import { createHash } from "node:crypto";
import type { OpenedPayment } from "../drivers/driver";
import type { AttemptRow } from "../orders/tables";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A payment that began before its page closed may be known only some time after. */
export const LAST_WORD_MS = DAY_MS;

/** How long to wait, by how old an attempt is: most that is paid is paid, and rung for, within minutes. */
const WAITS: readonly (readonly [age: number, wait: number])[] = [
  [5 * MINUTE_MS, MINUTE_MS],
  [30 * MINUTE_MS, 5 * MINUTE_MS],
  [2 * HOUR_MS, 30 * MINUTE_MS],
  [DAY_MS, 2 * HOUR_MS],
];

/** When to ask first about a payment of which nothing was heard; null where its page is one of our own, which tells us by itself. */
export const firstAsk = ({ now }: { now(): number }, { payAt }: OpenedPayment): number | null =>
  payAt !== undefined && URL.canParse(payAt) ? now() + MINUTE_MS : null;

/** @returns null after the provider's last word */
export function nextAsk(
  attempt: Pick<AttemptRow, "id" | "state" | "created_at" | "payable_until">,
  now: number,
): number | null {
  const { id, state, created_at, payable_until } = attempt;
  const lastAsk = (payable_until ?? created_at) + LAST_WORD_MS;
  if (now >= lastAsk && state !== "processing") return null;
  // What is paid may only be paid once more: that is asked at the end.
  if (state === "succeeded") return lastAsk;
  const [, wait] = WAITS.find(([age]) => now - created_at < age) ?? [0, DAY_MS];
  return now + Math.round(wait * spread(id));
}

/** Between 1 and 1.2, and always the same for an attempt: those of a busy minute are not asked about in one. */
function spread(id: string): number {
  return 1 + createHash("sha256").update(id).digest().readUInt16BE() / 0xffff / 5;
}

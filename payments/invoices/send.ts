import { millisecondsInHour } from "date-fns/constants";
import type { Tx } from "../store/database";

const PER_HOUR = 3;

/** Counts one sending of an invoice. @returns milliseconds to wait first; undefined if this one is allowed */
export async function countSend(tx: Tx, number: number, now: number): Promise<number | undefined> {
  const recent = await tx
    .selectFrom("invoice_sends")
    .select("at")
    .where("invoice_number", "=", number)
    .where("at", ">", now - millisecondsInHour)
    .orderBy("at")
    .execute();
  const [oldest] = recent;
  if (oldest && recent.length >= PER_HOUR) return oldest.at + millisecondsInHour - now;
  await tx.insertInto("invoice_sends").values({ invoice_number: number, at: now }).execute();
  return undefined;
}

import { randomUUID } from "node:crypto";
import { storeOf } from "~/store/store.server";
import type { EventName } from "./event-list";

const DAY_SECONDS = 24 * 60 * 60;
/** Views come twice within minutes, where a batch is sent again. Remembered for a day, their ids would fill the store. */
const SHORT_SECONDS = 2 * 60 * 60;
/** A buyer may come back to the page of a paid order for long. */
const RESULT_SECONDS = 30 * DAY_SECONDS;

/** The name is part of the keys in Redis, which outlive a deploy. */
const recorded = storeOf("told");
const recordKey = (name: EventName, id: string): string => `${name} ${id}`;

/**
 * Whether an event is recorded for the first time, by this copy of the site or, where they share a store, by any. While the
 * store is away this copy answers for itself: the payments API knows the id of an event that comes twice.
 */
export async function isFirstRecorded(name: EventName, id: string): Promise<boolean> {
  const claim = randomUUID();
  return (await recorded.claim(recordKey(name, id), claim, secondsOf(name))) === claim;
}

function secondsOf(name: EventName): number {
  if (name === "pay_result") return RESULT_SECONDS;
  return name === "pay_submit" ? DAY_SECONDS : SHORT_SECONDS;
}

/** An event that was dropped may be recorded again. */
export const forgetRecorded = (name: EventName, id: string): Promise<void> => recorded.forget(recordKey(name, id));

import { randomUUID } from "node:crypto";
import { storeOf } from "~/store/store.server";
import type { EventName } from "./event-list";

const DAY_SECONDS = 24 * 60 * 60;
/** Views come twice within minutes, where a batch is sent again. Kept for a day, they would fill the store. */
const SHORT_SECONDS = 2 * 60 * 60;
/** A buyer may come back to the page of a paid order for long. */
const RESULT_SECONDS = 30 * DAY_SECONDS;

const told = storeOf("told");
const toldKey = (name: EventName, id: string): string => `${name} ${id}`;

/**
 * Whether an event was not told yet, by this copy of the site or, where they share a store, by any; from now on it was. While the
 * store is away this copy answers for itself: the payments API knows the id of an event that comes twice.
 */
export async function isFirstTold(name: EventName, id: string): Promise<boolean> {
  const telling = randomUUID();
  return (await told.claim(toldKey(name, id), telling, secondsOf(name))) === telling;
}

function secondsOf(name: EventName): number {
  if (name === "pay_result") return RESULT_SECONDS;
  return name === "pay_submit" ? DAY_SECONDS : SHORT_SECONDS;
}

/** An event that was dropped may be told again. */
export const forgetTold = (name: EventName, id: string): Promise<void> => told.forget(toldKey(name, id));

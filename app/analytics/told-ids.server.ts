import { LRUCache } from "lru-cache";
import { sharedStore } from "~/shared-store.server";
import type { EventName } from "./event-list";

const MOST_IDS = 30_000;
const DAY_SECONDS = 24 * 60 * 60;
/** Views come twice within minutes, where a batch is sent again. Kept for a day, they would fill the store. */
const SHORT_SECONDS = 2 * 60 * 60;
/** A buyer may come back to the page of a paid order for long. */
const RESULT_SECONDS = 30 * DAY_SECONDS;

const SHARED = "vpn-checkout:told:";
const keyOf = (name: EventName, id: string): string => `${name} ${id}`;

const told = new LRUCache<string, true>({ max: MOST_IDS });

/**
 * Whether an event was not told yet, by this copy of the site or, where they share a store, by any; from now on it was. While the
 * store is away this copy answers for itself: the payments API knows the id of an event that comes twice.
 */
export async function isFirstTold(name: EventName, id: string): Promise<boolean> {
  const key = keyOf(name, id);
  if (told.has(key)) return false;
  told.set(key, true);
  const store = sharedStore();
  if (store === undefined) return true;
  const expiration = { type: "EX", value: secondsOf(name) } as const;
  const before = await store.set(SHARED + key, "1", { expiration, condition: "NX" }).catch(() => "OK");
  return before !== null;
}

function secondsOf(name: EventName): number {
  if (name === "pay_result") return RESULT_SECONDS;
  return name === "pay_submit" ? DAY_SECONDS : SHORT_SECONDS;
}

/** An event that was dropped may be told again. */
export function forgetTold(name: EventName, id: string): void {
  const key = keyOf(name, id);
  told.delete(key);
  sharedStore()
    ?.del(SHARED + key)
    .catch(() => {});
}

/** For tests. */
export function forgetToldIds(): void {
  told.clear();
}

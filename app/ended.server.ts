import { LRUCache } from "lru-cache";
import { sharedStore } from "~/shared-store.server";

/** So long what lets somebody in may live; what was ended is remembered until nothing of it can be good any more. */
export const LONGEST_DAYS = 30;
const SECONDS = LONGEST_DAYS * 24 * 60 * 60;

/** In the memory of this copy; about 5 MB. */
const MOST_IDS = 30_000;
const ended = new LRUCache<string, true>({ max: MOST_IDS, ttl: SECONDS * 1_000 });

const keyOf = (id: string): string => `vpn-checkout:ended:${id}`;

/** Ends what was sealed with these ids: no copy of it opens anything again. Copies of the site that share a store all know. Never throws. */
export async function end(ids: readonly string[]): Promise<void> {
  for (const id of ids) ended.set(id, true);
  const store = sharedStore();
  if (store === undefined) return;
  const expiration = { type: "EX", value: SECONDS } as const;
  await Promise.allSettled(ids.map((id) => store.set(keyOf(id), "1", { expiration })));
}

/** Which of the ids were ended, as far as this copy or the shared store knows; while that is away, this copy alone. Never throws. */
export async function endedAmong(ids: readonly string[]): Promise<string[]> {
  const unknown = ids.filter((id) => !ended.has(id));
  const store = unknown.length === 0 ? undefined : sharedStore();
  const marks = (await store?.mGet(unknown.map(keyOf)).catch(() => undefined)) ?? [];
  for (const [at, id] of unknown.entries()) if (typeof marks[at] === "string") ended.set(id, true);
  return ids.filter((id) => ended.has(id));
}

/** For tests. */
export function forgetEnded(): void {
  ended.clear();
}

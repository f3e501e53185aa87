import { LRUCache } from "lru-cache";
import { digestOf } from "~/sealing.server";
import { sharedStore } from "~/shared-store.server";

const MOST_IDS = 30_000;
const uses = new LRUCache<string, string>({ max: MOST_IDS });

/** What is good for one use: the stamp of a form that takes an e-mail address. */
type OneUse = "signUp" | "subscriptionLink";

/**
 * Whether this is the first use of an id, or the same one again. Copies that share a store see each other's uses; while it is
 * away, each sees its own. Hashes are kept, without the session secrets: while those are rotated, copies with other ones see the
 * same use.
 * @param use what it is used for; the same use again is no second one
 */
export async function isFirstUse(of: OneUse, id: string, use: string, seconds: number): Promise<boolean> {
  const key = `vpn-checkout:used:${digestOf(`${of} ${id}`)}`;
  const value = digestOf(`${id} ${use}`);
  const here = uses.get(key);
  if (here !== undefined && here !== value) return false;
  uses.set(key, value, { ttl: seconds * 1_000 });
  const store = sharedStore();
  if (store === undefined) return true;
  const noted = { expiration: { type: "EX", value: seconds }, condition: "NX", GET: true } as const;
  const before = await store.set(key, value, noted).catch(() => null);
  return before === null || before === value;
}

/** For tests. */
export function forgetUses(): void {
  uses.clear();
}

import { LRUCache } from "lru-cache";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { env } from "~/env.server";
import { digestOf } from "~/sealing.server";
import { askRedis, redisClient } from "./redis.server";

/** What copies of the site know together, by key, each for some seconds. */
export interface Store {
  /** Sets what nobody has set yet. @returns the value that stands: this one, or the one that was first */
  claim(key: string, value: string, seconds: number): Promise<string>;
  /** Changes a value that begins with `beginning`. @returns false where none does */
  keep(key: string, beginning: string, value: string, seconds: number): Promise<boolean>;
  read(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** @param beginning only a value that begins so */
  forget(key: string, beginning?: string): Promise<void>;
}

/** In the memory of one copy, in each store; 5 MB at most. */
const MOST_KEYS = 30_000;
/** What was read in Redis is remembered for a day, as long as that may be away. */
const READ_SECONDS = 24 * 60 * 60;

function memoryStore(): Store & { clear(): void } {
  const values = new LRUCache<string, string>({ max: MOST_KEYS });
  const beginsWith = (key: string, beginning: string) => values.get(key)?.startsWith(beginning) === true;
  const put = (key: string, value: string, seconds: number) => values.set(key, value, { ttl: seconds * 1_000 });
  return {
    async claim(key, value, seconds) {
      const standing = values.get(key);
      if (standing === undefined) put(key, value, seconds);
      return standing ?? value;
    },
    async keep(key, beginning, value, seconds) {
      if (!beginsWith(key, beginning)) return false;
      put(key, value, seconds);
      return true;
    },
    read: async (keys) => keys.map((key) => values.get(key)),
    async forget(key, beginning = "") {
      if (beginsWith(key, beginning)) values.delete(key);
    },
    clear: () => values.clear(),
  };
}

/** Compared where the value is: a command that comes late may find another copy's. */
const IF_IT_BEGINS_SO = `
  local found = redis.call('get', KEYS[1])
  if not found or found:sub(1, #ARGV[1]) ~= ARGV[1] then return 0 end`;
const KEEP_SCRIPT = `${IF_IT_BEGINS_SO}
  redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
  return 1`;
const FORGET_SCRIPT = `${IF_IT_BEGINS_SO}
  return redis.call('del', KEYS[1])`;

/** In Redis. Every method throws while it is away. */
function redisStore(name: string): Store {
  const redisKey = (key: string): string => `vpn-checkout:${name}:${key}`;
  return {
    async claim(key, value, seconds) {
      const ifNew = { expiration: { type: "EX", value: seconds }, condition: "NX", GET: true } as const;
      return (await askRedis((redis) => redis.set(redisKey(key), value, ifNew))) ?? value;
    },
    async keep(key, beginning, value, seconds) {
      const given = { keys: [redisKey(key)], arguments: [beginning, value, `${seconds}`] };
      return (await askRedis((redis) => redis.eval(KEEP_SCRIPT, given))) === 1;
    },
    async read(keys) {
      const found = await askRedis((redis) => redis.mGet(keys.map(redisKey)));
      return found.map((value) => value ?? undefined);
    },
    async forget(key, beginning = "") {
      await askRedis((redis) => redis.eval(FORGET_SCRIPT, { keys: [redisKey(key)], arguments: [beginning] }));
    },
  };
}

const isShared = (): boolean => env().redisUrl !== undefined;

/** An answer of Redis, else this copy's own: the one place that decides so. */
async function orHere<Answer>(ask: () => Promise<Answer>, here: () => Answer | Promise<Answer>): Promise<Answer> {
  return isShared() ? ask().catch(here) : here();
}

const memories: ReturnType<typeof memoryStore>[] = [];

/**
 * A store of one kind of thing. This copy remembers what went through it, and answers alone where there is no Redis, or while that is
 * away. Never throws.
 */
export function storeOf(name: string): Omit<Store, "keep"> {
  const here = memoryStore();
  const shared = redisStore(name);
  memories.push(here);
  return {
    async claim(key, value, seconds) {
      const known = await here.claim(key, value, seconds);
      if (known !== value) return known;
      const standing = await orHere(
        () => shared.claim(key, value, seconds),
        () => value,
      );
      if (standing !== value) await here.keep(key, value, standing, seconds);
      return standing;
    },
    async read(keys) {
      const known = await here.read(keys);
      const unknown = keys.filter((_, at) => known[at] === undefined);
      if (unknown.length === 0) return known;
      const found = await orHere(
        () => shared.read(unknown),
        () => [],
      );
      for (const [at, key] of unknown.entries())
        if (found[at] !== undefined) await here.claim(key, found[at], READ_SECONDS);
      return here.read(keys);
    },
    async forget(key, beginning) {
      await here.forget(key, beginning);
      await orHere(
        () => shared.forget(key, beginning),
        () => {},
      );
    },
  };
}

/** Where there are no other copies, nobody has claimed anything before. */
const ALONE: Store = {
  claim: async (_key, value) => value,
  keep: async () => true,
  read: async (keys) => keys.map(() => undefined),
  forget: async () => {},
};

/** A store for what no copy may decide alone. Every method throws while Redis is away. */
export const agreedStore = (name: string): Store => (isShared() ? redisStore(name) : ALONE);

/** For tests: this copy remembers nothing. */
export function forgetStores(): void {
  for (const memory of memories) memory.clear();
}

/** So long what lets somebody in may live; what was ended is remembered until nothing of it can be good any more. */
export const LONGEST_DAYS = 30;

const endedIds = storeOf("ended");

/** Ends what was sealed with these ids: no copy of it opens anything again. Copies of the site that share a store all know. Never throws. */
export async function end(ids: readonly string[]): Promise<void> {
  await Promise.all(ids.map((id) => endedIds.claim(id, "1", LONGEST_DAYS * 24 * 60 * 60)));
}

/** Which of the ids were ended, as far as this copy or the shared store knows; while that is away, this copy alone. Never throws. */
export async function endedAmong(ids: readonly string[]): Promise<string[]> {
  const marks = await endedIds.read(ids);
  return ids.filter((_, at) => marks[at] !== undefined);
}

/** What is good for one use: the proof, in a form that takes an e-mail address, that it was sent by a person. */
type OneUse = "signUp" | "subscriptionLink" | "declaration";

const used = storeOf("used");

/**
 * Whether this is the first use of an id, or the same one again. Only hashes are stored, and without the session secrets: while those
 * are rotated, copies with other ones see the same use.
 * @param use what it is used for; the same use again is no second one
 */
export async function isFirstUse(of: OneUse, id: string, use: string, seconds: number): Promise<boolean> {
  const value = digestOf(`${id} ${use}`);
  return (await used.claim(digestOf(`${of} ${id}`), value, seconds)) === value;
}

interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

export type Counter = Pick<RateLimiterAbstract, "points" | "get" | "penalty" | "reward" | "delete">;

/**
 * Counters by name. What they keep goes by itself when its window ends, and is bounded for each network: one that is over its allowance
 * adds nothing more, so in a window it leaves a few keys for each sending within its allowances. That is 3,000 at most for page views, 1,500
 * for wrong coupons that waited their turn, some 600 for all the rest, and 16 times that for an IPv6 network of 65,536 households.
 * A key is a hash of 43 characters.
 */
const counters = new Map<string, Counter>();

export function counterOf(name: string, limit: Limit): Counter {
  const counter = counters.get(name) ?? makeCounter(name, limit);
  counters.set(name, counter);
  return counter;
}

/** Where the site has several workers, the process that started them counts for all. See docs/decisions/018-what-copies-share.md. */
let isCountedByPrimary = false;

/** From now on that process counts. Only for a process that has one, with rate-limiter-flexible's master in it. */
export function countInPrimary(): void {
  isCountedByPrimary = true;
}

/** Counts for all copies of the site where they share a store; while that is away, as without one, for this copy alone. */
function makeCounter(name: string, limit: Limit): Counter {
  const here = isCountedByPrimary
    ? new RateLimiterCluster({ ...limit, keyPrefix: name })
    : new RateLimiterMemory(limit);
  const storeClient = redisClient();
  if (storeClient === undefined) return here;
  const shared = new RateLimiterRedis({
    ...limit,
    storeClient,
    useRedisPackage: true,
    keyPrefix: `vpn-checkout:${name}`,
  });
  // Its client is the site's own, so each of its commands is given up in time here.
  const ask = <Answer>(by: (counter: Counter) => Promise<Answer>): Promise<Answer> =>
    orHere(
      () => askRedis(() => by(shared)),
      () => by(here),
    );
  return {
    points: limit.points,
    get: (key) => ask((counter) => counter.get(key)),
    penalty: (key) => ask((counter) => counter.penalty(key)),
    reward: (key) => ask((counter) => counter.reward(key)),
    delete: (key) => ask((counter) => counter.delete(key)),
  };
}

/** For tests: forgets all counts. */
export function forgetCounters(): void {
  counters.clear();
}

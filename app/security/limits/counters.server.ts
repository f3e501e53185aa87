import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { askRedis, orHere, redisClient } from "~/store/redis.server";

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

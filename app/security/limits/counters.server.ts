import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { sharedStore } from "~/shared-store.server";

interface Limit {
  points: number;
  /** In seconds. */
  duration: number;
}

/**
 * Counters by name. What they keep goes by itself when its window ends, and is bounded for each network: one that is over its allowance
 * adds nothing more, so in a window it leaves a few keys for each sending within its allowances. That is 3,000 at most for page views, 1,500
 * for wrong coupons that waited their turn, some 600 for all the rest, and 16 times that for an IPv6 network of 65,536 households.
 * A key is a hash of 43 characters.
 */
const counters = new Map<string, RateLimiterAbstract>();

export function counterOf(name: string, limit: Limit): RateLimiterAbstract {
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
function makeCounter(name: string, limit: Limit): RateLimiterAbstract {
  const here = isCountedByPrimary
    ? new RateLimiterCluster({ ...limit, keyPrefix: name })
    : new RateLimiterMemory(limit);
  const storeClient = sharedStore();
  if (storeClient === undefined) return here;
  const shared = { storeClient, useRedisPackage: true, rejectIfRedisNotReady: true, insuranceLimiter: here };
  return new RateLimiterRedis({ ...limit, ...shared, keyPrefix: `vpn-checkout:${name}` });
}

/** For tests: forgets all counts. */
export function forgetCounters(): void {
  counters.clear();
}

import { once } from "node:events";
import { createRequire } from "node:module";
import { setImmediate, setTimeout } from "node:timers/promises";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { appMetrics } from "~/metrics/metrics.server";

const CONNECT_MS = 1_000;
const LONGEST_RECONNECT_PAUSE_MS = 5_000;
/** A connection that has said nothing for so long, not even to a ping, is replaced: the machine at its other end may be gone. */
const SILENT_MS = 5_000;
const PING_MS = 2_000;

type RedisClient = ReturnType<typeof connect>;
let client: RedisClient | undefined;
/** It takes commands and answers none. */
let isStalled = false;

/** The Redis or Valkey that all copies of the site share; undefined where REDIS_URL is not set. No page waits for its connection. */
export function redisClient(): RedisClient | undefined {
  const { redisUrl, redisMs } = env();
  if (redisUrl === undefined) return undefined;
  client ??= connect(redisUrl, redisMs);
  return client;
}

/** Until it is connected, or a first try to connect has failed: what is claimed first would otherwise find it away. */
export async function connectRedis(): Promise<void> {
  const redis = redisClient();
  // An "error" ends it, too.
  if (redis?.isReady === false) await once(redis, "ready").catch(() => {});
}

export const isRedisUp = (): boolean => redisClient()?.isReady === true && !isStalled;

appMetrics.gauge(
  "site_shared_store_up",
  "1 while this copy is connected to the store that all copies share. Left out where there is none (REDIS_URL).",
  {},
  () => (redisClient() === undefined ? [] : [[{}, Number(isRedisUp())]]),
);

/** @param mostMs a command that could not be sent for so long is not sent; see `inTime` for one that was */
function connect(url: string, mostMs: number) {
  // Loaded only where there is a store: it is larger than all of the site's own code.
  const { createClient }: typeof import("@redis/client") = createRequire(import.meta.url)("@redis/client");
  const made = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: mostMs },
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (failures) => Math.min(50 * 2 ** failures, LONGEST_RECONNECT_PAUSE_MS),
    },
  });
  // The address is left out: it may hold a password.
  made.on("error", ({ code }) => log.warn({ code }, "the shared store is away: this copy counts for itself"));
  made.on("ready", () => log.info("the shared store is there: all copies count together"));
  // A failure is reported by "error", and tried again.
  made.connect().catch(() => {});
  return made;
}

/** What Redis answers in time. @throws where there is none, it is away or takes longer than REDIS_TIMEOUT_MS */
export async function askRedis<Answer>(ask: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
  const redis = redisClient();
  if (redis === undefined || !isRedisUp()) throw new Error("the shared store is away");
  return inTime(ask(redis), env().redisMs);
}

/**
 * The client's own timeout ends once a command is sent, so here its answer is given up after `ms`. Until one comes after all, or the
 * connection is replaced, nothing more is sent.
 */
async function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const over = new AbortController();
  const late = setTimeout(ms, undefined, { signal: over.signal }).then(async () => {
    // This process may have been the slow one: an answer that is there already is read first.
    await setImmediate();
    if (!over.signal.aborted && !isStalled) {
      isStalled = true;
      log.warn("the shared store does not answer: this copy counts for itself");
    }
    throw new Error("the shared store does not answer");
  });
  const ended = answer.finally(() => {
    isStalled = false;
    over.abort();
  });
  return Promise.race([ended, late]);
}

/** Leaves Redis, for tests. */
export function leaveRedis(): void {
  client?.destroy();
  client = undefined;
  isStalled = false;
}

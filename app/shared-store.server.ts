import { createRequire } from "node:module";
import { setImmediate, setTimeout } from "node:timers/promises";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { appMetrics } from "~/metrics/metrics.server";

const CONNECT_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that has answered nothing for so long is replaced: the machine at its other end may be gone without a word. */
const GIVEN_UP_MS = 5_000;

export type SharedStore = ReturnType<typeof connect>;
let store: SharedStore | undefined;

/** The Redis or Valkey that all copies of the site share; undefined where REDIS_URL is not set. No page waits for its connection. */
export function sharedStore(): SharedStore | undefined {
  const { redisUrl, redisMs } = env();
  if (redisUrl === undefined) return undefined;
  store ??= connect(redisUrl, redisMs);
  return store;
}

appMetrics.gauge(
  "site_shared_store_up",
  "1 while this copy is connected to the store that all copies share. Not told where there is none (REDIS_URL).",
  {},
  () => {
    const shared = sharedStore();
    return shared === undefined ? [] : [[{}, Number(shared.isReady)]];
  },
);

/** @param mostMs an answer that takes longer is done without */
function connect(url: string, mostMs: number) {
  // Loaded only where there is a store: it is larger than all of the site's own code.
  const { createClient }: typeof import("@redis/client") = createRequire(import.meta.url)("@redis/client");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: mostMs },
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (failures) => Math.min(50 * 2 ** failures, LONGEST_PAUSE_MS),
    },
  });
  // The address is left out: it may hold a password.
  client.on("error", ({ code }) => log.warn({ code }, "the shared store is away: this copy counts for itself"));
  client.on("ready", () => log.info("the shared store is there: all copies count together"));
  // A failure is told by "error", and tried again.
  client.connect().catch(() => {});
  return answeringInTime(client, mostMs);
}

/**
 * The client's own timeout ends once a command is sent, so a store that takes commands and answers none would hold every request.
 * Here an answer is given up after `mostMs`, and until one comes after all, the store counts as away.
 */
function answeringInTime<Client extends Connection>(client: Client, mostMs: number): Client {
  let isStalled = false;
  const stall = async (): Promise<void> => {
    if (isStalled) return;
    isStalled = true;
    log.warn("the shared store does not answer: this copy counts for itself");
    await setTimeout(GIVEN_UP_MS, undefined, { ref: false });
    // The commands that wait fail with it, which ends the stall.
    if (isStalled && client.isReady) replace(client);
  };
  const inTime = async (answer: Promise<unknown>): Promise<unknown> => {
    const over = new AbortController();
    const late = setTimeout(mostMs, undefined, { signal: over.signal }).then(async () => {
      // This process may have been the slow one: an answer that is there already is read first.
      await setImmediate();
      if (!over.signal.aborted) void stall();
      throw new Error("the shared store does not answer");
    });
    const settled = answer.finally(() => {
      isStalled = false;
      over.abort();
    });
    return Promise.race([settled, late]);
  };
  /** The same, and chains of commands that it makes. */
  const limited = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (_target, name) => {
        if (name === "isReady") return client.isReady && !isStalled;
        const found: unknown = Reflect.get(target, name, target);
        if (typeof found !== "function") return found;
        if (isStalled && SENDING.has(name)) return () => Promise.reject(new Error("the shared store is stalled"));
        return (...given: unknown[]) => {
          const made: unknown = found.apply(target, given);
          if (made instanceof Promise) return inTime(made);
          return typeof made === "object" && made !== null ? limited(made) : made;
        };
      },
    });
  return limited(client);
}

interface Connection {
  isReady: boolean;
  destroy(): void;
  connect(): Promise<unknown>;
}

function replace(client: Connection): void {
  client.destroy();
  // A failure is told by "error", and tried again.
  client.connect().catch(() => {});
}

/** The commands that the site sends; those that are missing here would still be sent to a store that does not answer. */
const SENDING: ReadonlySet<string | symbol> = new Set(["get", "mGet", "set", "del", "eval"]);

/** Leaves the store, for tests. */
export function leaveSharedStore(): void {
  store?.destroy();
  store = undefined;
}

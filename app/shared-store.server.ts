import { createRequire } from "node:module";
import { env } from "~/env.server";
import { log } from "~/log.server";
import { appMetrics } from "~/metrics/metrics.server";

/** A count that takes longer is done without. */
const MOST_MS = 250;
const CONNECT_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

type Store = ReturnType<typeof connect>;
let store: Store | undefined;

/** The Redis or Valkey that all copies of the site share; undefined where REDIS_URL is not set. No page waits for its connection. */
export function sharedStore(): Store | undefined {
  const { redisUrl } = env();
  if (redisUrl === undefined) return undefined;
  store ??= connect(redisUrl);
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

function connect(url: string) {
  // Loaded only where there is a store: it is larger than all of the site's own code.
  const { createClient }: typeof import("@redis/client") = createRequire(import.meta.url)("@redis/client");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: MOST_MS },
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
  return client;
}

/** Leaves the store, for tests. */
export function leaveSharedStore(): void {
  store?.destroy();
  store = undefined;
}

import { LRUCache } from "lru-cache";
import { env } from "~/env.server";
import { askRedis, orHere } from "./redis.server";

/** What copies of the site know together, by key, each for some seconds. */
export interface Store {
  /** Sets what nobody has set yet. @returns the value that stands: this one, or the one that was first */
  claim(key: string, value: string, seconds: number): Promise<string>;
  /** Changes a value that begins with `own`. @returns false where none does */
  keep(key: string, own: string, value: string, seconds: number): Promise<boolean>;
  read(keys: readonly string[]): Promise<(string | undefined)[]>;
  /** @param own only a value that begins with it */
  forget(key: string, own?: string): Promise<void>;
}

/** In the memory of one copy, in each store; 5 MB at most. */
const MOST_KEYS = 30_000;
/** What was read in Redis is remembered for a day, as long as that may be away. */
const READ_SECONDS = 24 * 60 * 60;

function memoryStore(): Store & { clear(): void } {
  const values = new LRUCache<string, string>({ max: MOST_KEYS });
  const isOwn = (key: string, own: string) => values.get(key)?.startsWith(own) === true;
  const put = (key: string, value: string, seconds: number) => values.set(key, value, { ttl: seconds * 1_000 });
  return {
    async claim(key, value, seconds) {
      const standing = values.get(key);
      if (standing === undefined) put(key, value, seconds);
      return standing ?? value;
    },
    async keep(key, own, value, seconds) {
      if (!isOwn(key, own)) return false;
      put(key, value, seconds);
      return true;
    },
    read: async (keys) => keys.map((key) => values.get(key)),
    async forget(key, own = "") {
      if (isOwn(key, own)) values.delete(key);
    },
    clear: () => values.clear(),
  };
}

/** Compared where the value is: a command that comes late may find another copy's. */
const IF_OWN = `
  local found = redis.call('get', KEYS[1])
  if not found or found:sub(1, #ARGV[1]) ~= ARGV[1] then return 0 end`;
const KEEP_OWN = `${IF_OWN}
  redis.call('set', KEYS[1], ARGV[2], 'EX', ARGV[3])
  return 1`;
const FORGET_OWN = `${IF_OWN}
  return redis.call('del', KEYS[1])`;

/** In Redis. Every method throws while it is away. */
function redisStore(name: string): Store {
  const redisKey = (key: string): string => `vpn-checkout:${name}:${key}`;
  return {
    async claim(key, value, seconds) {
      const ifNew = { expiration: { type: "EX", value: seconds }, condition: "NX", GET: true } as const;
      return (await askRedis((redis) => redis.set(redisKey(key), value, ifNew))) ?? value;
    },
    async keep(key, own, value, seconds) {
      const given = { keys: [redisKey(key)], arguments: [own, value, `${seconds}`] };
      return (await askRedis((redis) => redis.eval(KEEP_OWN, given))) === 1;
    },
    async read(keys) {
      const found = await askRedis((redis) => redis.mGet(keys.map(redisKey)));
      return found.map((value) => value ?? undefined);
    },
    async forget(key, own = "") {
      await askRedis((redis) => redis.eval(FORGET_OWN, { keys: [redisKey(key)], arguments: [own] }));
    },
  };
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
    async forget(key, own) {
      await here.forget(key, own);
      await orHere(
        () => shared.forget(key, own),
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
export const agreedStore = (name: string): Store => (env().redisUrl === undefined ? ALONE : redisStore(name));

/** For tests: this copy remembers nothing. */
export function forgetStores(): void {
  for (const memory of memories) memory.clear();
}

import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { connectRedis, isRedisUp, leaveRedis, redisClient } from "~/store/redis.server";
import { agreedStore, forgetStores, storeOf } from "~/store/store.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { needsRedis, shareRedis, startRedis } from "../visitor/running-redis";

const HOUR = 3_600;
const things = storeOf("things");

afterEach(() => {
  leaveRedis();
  forgetStores();
});

/** What holds with Redis and without. */
async function tryOut(): Promise<void> {
  expect(await things.read(["a", "b"])).toEqual([undefined, undefined]);
  expect(await things.claim("a", "first", HOUR)).toBe("first");
  expect(await things.claim("a", "first", HOUR)).toBe("first");
  expect(await things.claim("a", "second", HOUR)).toBe("first");
  expect(await things.read(["a", "b"])).toEqual(["first", undefined]);
  await things.forget("a", "another");
  expect(await things.read(["a"])).toEqual(["first"]);
  await things.forget("a");
  expect(await things.claim("a", "second", HOUR)).toBe("second");
}

it("whoever claims first has it, until it is forgotten", tryOut);

it("where there is no Redis nobody else can have claimed anything", async () => {
  expect(await agreedStore("things").claim("a", "first", HOUR)).toBe("first");
  expect(await agreedStore("things").claim("a", "second", HOUR)).toBe("second");
  expect(await agreedStore("things").read(["a"])).toEqual([undefined]);
});

it("while Redis is away a copy answers alone, but not for what all have to agree on", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  await tryOut();
  await expect(agreedStore("things").claim("a", "first", HOUR)).rejects.toThrow("away");
});

it("a store that is away keeps no copy from starting", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  await connectRedis();
  expect(isRedisUp()).toBe(false);
});

describe("with a shared store", needsRedis, () => {
  it("a copy has looked for it before its first purchase", async () => {
    const logged = watchLog("warn");
    const { port } = await startRedis();
    changeEnv({ redisUrl: `redis://127.0.0.1:${port}` });
    await connectRedis();
    // On a busy machine the first try to connect may take too long: then it has failed.
    expect(isRedisUp() || logged.length > 0).toBe(true);
  });

  it("the same holds, and lapses there", async () => {
    await shareRedis();
    await tryOut();
    expect(await redisClient()?.ttl("vpn-checkout:things:a")).toBeGreaterThan(HOUR - 60);
  });

  it("another copy finds what stands, and remembers it while Redis is away", async () => {
    watchLog("warn");
    const server = await shareRedis();
    await things.claim("claimed", "first", HOUR);
    await things.claim("read", "first", HOUR);
    forgetStores();
    expect(await things.claim("claimed", "second", HOUR)).toBe("first");
    expect(await things.read(["read", "nothing"])).toEqual(["first", undefined]);
    server.kill("SIGKILL");
    await once(server, "exit");
    expect(await things.claim("claimed", "second", HOUR)).toBe("first");
    expect(await things.read(["read", "nothing"])).toEqual(["first", undefined]);
  });

  it("only its owner changes or gives up what all have agreed on", async () => {
    await shareRedis();
    const store = agreedStore("things");
    expect(await store.keep("a", "mine", "mine sent", HOUR)).toBe(false);
    expect(await store.claim("a", "mine intent", HOUR)).toBe("mine intent");
    expect(await store.keep("a", "yours", "yours sent", HOUR)).toBe(false);
    await store.forget("a", "yours");
    expect(await store.keep("a", "mine", "mine sent", HOUR)).toBe(true);
    expect(await store.read(["a"])).toEqual(["mine sent"]);
    await store.forget("a", "mine");
    expect(await store.read(["a"])).toEqual([undefined]);
  });
});

import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { forgetStores, isFirstUse } from "~/store/store.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { needsRedis, shareRedis } from "../visitor/running-redis";

const HOUR = 3_600;

afterEach(() => {
  leaveRedis();
  forgetStores();
});

/** Another copy knows nothing of what this process has seen used. */
const asAnotherCopy = forgetStores;

it("the same use again is no second one, another use of the same id is", async () => {
  expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
  expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
  expect(await isFirstUse("signUp", "stamp-1", "other@example.com", HOUR)).toBe(false);
  expect(await isFirstUse("signUp", "stamp-2", "other@example.com", HOUR)).toBe(true);
  expect(await isFirstUse("subscriptionLink", "stamp-1", "other@example.com", HOUR)).toBe(true);
});

it("while the shared store is away each copy sees its own uses", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
  expect(await isFirstUse("signUp", "stamp-1", "other@example.com", HOUR)).toBe(false);
});

/** Only where Redis is installed; every other machine has the tests above. */
describe("with a shared store", needsRedis, () => {
  it("what was used at one copy is used at the next, as long as it is good, and nobody's address is kept there", async () => {
    await shareRedis();
    expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
    asAnotherCopy();
    expect(await isFirstUse("signUp", "stamp-1", "other@example.com", HOUR)).toBe(false);
    asAnotherCopy();
    expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
    const [key = "", ...others] = (await redisClient()?.keys("*")) ?? [];
    expect(others).toEqual([]);
    expect(await redisClient()?.ttl(key)).toBeGreaterThan(HOUR - 60);
    expect(`${key} ${await redisClient()?.get(key)}`).not.toMatch(/stamp-1|member/);
  });

  it("of two copies that see an id used in two ways at the same moment one takes it", async () => {
    await shareRedis();
    const first = isFirstUse("signUp", "stamp-1", "member@example.com", HOUR);
    asAnotherCopy();
    const second = isFirstUse("signUp", "stamp-1", "other@example.com", HOUR);
    expect(await Promise.all([first, second])).toEqual([true, false]);
  });

  it("it goes on here when the store goes away", async () => {
    watchLog("warn");
    const server = await shareRedis();
    expect(await isFirstUse("signUp", "stamp-1", "member@example.com", HOUR)).toBe(true);
    server.kill("SIGKILL");
    await once(server, "exit");
    expect(await isFirstUse("signUp", "stamp-1", "other@example.com", HOUR)).toBe(false);
    expect(await isFirstUse("signUp", "stamp-2", "other@example.com", HOUR)).toBe(true);
  });
});

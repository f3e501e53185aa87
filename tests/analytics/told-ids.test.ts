import { afterEach, describe, expect, it } from "vitest";
import { forgetTold, isFirstTold } from "~/analytics/event-queue.server";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { forgetStores } from "~/store/store.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { needsRedis, shareRedis } from "../visitor/running-redis";

afterEach(() => {
  leaveRedis();
  forgetStores();
});

it("an id is told once for each name, so that nobody's view stands in the way of a purchase", async () => {
  expect(await isFirstTold("page_show", "a")).toBe(true);
  expect(await isFirstTold("page_show", "a")).toBe(false);
  expect(await isFirstTold("pay_result", "a")).toBe(true);
});

it("what was dropped may be told again", async () => {
  await isFirstTold("pay_result", "a");
  forgetTold("pay_result", "a");
  expect(await isFirstTold("pay_result", "a")).toBe(true);
});

it("the last 30,000 are known, and one more does not make it more", async () => {
  for (let n = 0; n <= 30_000; n += 1) await isFirstTold("page_show", `${n}`);
  expect(await isFirstTold("page_show", "30000")).toBe(false);
  expect(await isFirstTold("page_show", "1")).toBe(false);
  expect(await isFirstTold("page_show", "0")).toBe(true);
});

it("while the shared store is away each copy answers for itself", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  expect(await isFirstTold("page_show", "a")).toBe(true);
  expect(await isFirstTold("page_show", "a")).toBe(false);
});

/** Only where Redis is installed; every other machine has the test above. */
describe("with a shared store", needsRedis, () => {
  /** Another copy of the site knows nothing of what this process has told. */
  const asAnotherCopy = forgetStores;

  it("what one copy has told no other tells again, for each name", async () => {
    await shareRedis();
    expect(await isFirstTold("page_show", "a")).toBe(true);
    asAnotherCopy();
    expect(await isFirstTold("page_show", "a")).toBe(false);
    expect(await isFirstTold("pay_result", "a")).toBe(true);
    asAnotherCopy();
    expect(await isFirstTold("pay_result", "a")).toBe(false);
    expect(await isFirstTold("page_show", "b")).toBe(true);
  });

  it("of two copies that tell the same at the same moment one does", async () => {
    await shareRedis();
    const first = isFirstTold("pay_result", "a");
    asAnotherCopy();
    const second = isFirstTold("pay_result", "a");
    expect(await Promise.all([first, second])).toEqual([true, false]);
  });

  it.each([
    ["pay_result", 30 * 24],
    ["pay_submit", 24],
    ["page_show", 2],
  ] as const)("%s is known for so many hours: %i, and no repetition makes it longer", async (name, hours) => {
    await shareRedis();
    await isFirstTold(name, "a");
    const store = redisClient();
    const [key = "", ...others] = (await store?.keys("*")) ?? [];
    expect(others).toEqual([]);
    const seconds = hours * 60 * 60;
    const left = await store?.ttl(key);
    expect(left).toBeGreaterThan(seconds - 60);
    expect(left).toBeLessThanOrEqual(seconds);
    await store?.expire(key, 100);
    asAnotherCopy();
    await isFirstTold(name, "a");
    expect(await store?.ttl(key)).toBeLessThanOrEqual(100);
  });
});

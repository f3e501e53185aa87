import { afterEach, describe, expect, it } from "vitest";
import { forgetRecorded, isFirstRecorded } from "~/analytics/event-queue.server";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { forgetStores } from "~/store/store.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { needsRedis, shareRedis } from "../visitor/running-redis";

afterEach(() => {
  leaveRedis();
  forgetStores();
});

it("an id is recorded once for each name, so that nobody's view stands in the way of a purchase", async () => {
  expect(await isFirstRecorded("page_show", "a")).toBe(true);
  expect(await isFirstRecorded("page_show", "a")).toBe(false);
  expect(await isFirstRecorded("pay_result", "a")).toBe(true);
});

it("what was dropped may be recorded again", async () => {
  await isFirstRecorded("pay_result", "a");
  forgetRecorded("pay_result", "a");
  expect(await isFirstRecorded("pay_result", "a")).toBe(true);
});

it("the last 30,000 are known, and one more does not make it more", async () => {
  for (let n = 0; n <= 30_000; n += 1) await isFirstRecorded("page_show", `${n}`);
  expect(await isFirstRecorded("page_show", "30000")).toBe(false);
  expect(await isFirstRecorded("page_show", "1")).toBe(false);
  expect(await isFirstRecorded("page_show", "0")).toBe(true);
});

it("while the shared store is away each copy answers for itself", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  expect(await isFirstRecorded("page_show", "a")).toBe(true);
  expect(await isFirstRecorded("page_show", "a")).toBe(false);
});

/** Only where Redis is installed; every other machine has the test above. */
describe("with a shared store", needsRedis, () => {
  /** Another copy of the site knows nothing of what this process has told. */
  const asAnotherCopy = forgetStores;

  it("what one copy has told no other tells again, for each name", async () => {
    await shareRedis();
    expect(await isFirstRecorded("page_show", "a")).toBe(true);
    asAnotherCopy();
    expect(await isFirstRecorded("page_show", "a")).toBe(false);
    expect(await isFirstRecorded("pay_result", "a")).toBe(true);
    asAnotherCopy();
    expect(await isFirstRecorded("pay_result", "a")).toBe(false);
    expect(await isFirstRecorded("page_show", "b")).toBe(true);
  });

  it("of two copies that tell the same at the same moment one does", async () => {
    await shareRedis();
    const first = isFirstRecorded("pay_result", "a");
    asAnotherCopy();
    const second = isFirstRecorded("pay_result", "a");
    expect(await Promise.all([first, second])).toEqual([true, false]);
  });

  it.each([
    ["pay_result", 30 * 24],
    ["pay_submit", 24],
    ["page_show", 2],
  ] as const)("%s is known for so many hours: %i, and no repetition makes it longer", async (name, hours) => {
    await shareRedis();
    await isFirstRecorded(name, "a");
    const store = redisClient();
    const [key = "", ...others] = (await store?.keys("*")) ?? [];
    expect(others).toEqual([]);
    const seconds = hours * 60 * 60;
    const left = await store?.ttl(key);
    expect(left).toBeGreaterThan(seconds - 60);
    expect(left).toBeLessThanOrEqual(seconds);
    await store?.expire(key, 100);
    asAnotherCopy();
    await isFirstRecorded(name, "a");
    expect(await store?.ttl(key)).toBeLessThanOrEqual(100);
  });
});

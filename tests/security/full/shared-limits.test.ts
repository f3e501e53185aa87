import { once } from "node:events";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { countSending, forgetSendings } from "~/security/limits/rate-limit.server";
import { askRedis, isRedisUp, leaveRedis, redisClient } from "~/store/redis.server";
import { changeEnv } from "../../env/changed-env";
import { watchLog } from "../../env/watched-log";
import { freePort } from "../../journeys/free-port";
import { needsRedis, shareRedis, shareRedisByCable } from "../../visitor/running-redis";

const SENDER = { address: "192.0.2.7", session: "browser-1", email: "member@example.com" };
/** What one browser may send in ten minutes. */
const ALLOWED = 3;
/** Short enough to be waited for, and long enough for a store that does answer. */
const ANSWERS_WITHIN_MS = 2_000;

/** How many of so many free orders are within the limits. */
async function welcomeOf(orders: number): Promise<number> {
  let welcome = 0;
  for (let n = 0; n < orders; n += 1) if ((await countSending("freeOrder", SENDER)) === undefined) welcome += 1;
  return welcome;
}

afterEach(() => {
  leaveRedis();
  forgetSendings();
});

it("while the shared store is away each copy counts for itself, without waiting, and the log says so", async () => {
  const warnings = watchLog("warn");
  changeEnv({ redisUrl: `redis://:pass-word@127.0.0.1:${await freePort()}` });
  expect(await welcomeOf(5)).toBe(ALLOWED);
  await expect.poll(() => warnings.length).toBeGreaterThan(0);
  expect(JSON.stringify(warnings)).toContain("this copy counts for itself");
  expect(JSON.stringify(warnings)).not.toContain("pass-word");
});

/** Only where Redis is installed; every other machine has the test above. */
describe("with a shared store", needsRedis, () => {
  it("what one copy has counted counts for the next, and nobody's address is kept there", async () => {
    await shareRedis();
    expect(await welcomeOf(2)).toBe(2);
    // Another copy knows nothing of what this process has counted.
    forgetSendings();
    expect(await welcomeOf(4)).toBe(ALLOWED - 2);
    const keys = await redisClient()?.keys("*");
    expect(keys).toHaveLength(3);
    expect(JSON.stringify(keys)).not.toMatch(/member|192\.0|browser-1/);
  });

  it("it goes on counting here when the store goes away", async () => {
    const server = await shareRedis();
    expect(await welcomeOf(1)).toBe(1);
    server.kill("SIGKILL");
    await once(server, "exit");
    expect(await welcomeOf(6)).toBe(ALLOWED);
  });

  it("a store that takes commands and answers none holds nobody, and is there again once it answers", async () => {
    const warnings = watchLog("warn");
    const server = await shareRedis({ answersWithinMs: ANSWERS_WITHIN_MS });
    expect(await welcomeOf(1)).toBe(1);
    server.kill("SIGSTOP");
    onTestFinished(() => void server.kill("SIGCONT"));
    const begun = performance.now();
    expect(await welcomeOf(20)).toBe(ALLOWED);
    // The first one waited, the others did not.
    expect(performance.now() - begun).toBeLessThan(10 * ANSWERS_WITHIN_MS);
    // It does not answer, or where this process was slow itself, its connection was given up meanwhile.
    expect(JSON.stringify(warnings)).toContain("this copy counts for itself");
    server.kill("SIGCONT");
    await expect.poll(isRedisUp).toBe(true);
    forgetSendings();
    // Another copy hears of what this one has counted with the store.
    expect(await welcomeOf(ALLOWED)).toBeLessThan(ALLOWED);
  });

  it("a connection that says nothing any more is replaced", async () => {
    watchLog("warn");
    const { cut } = await shareRedisByCable(ANSWERS_WITHIN_MS);
    const read = () => askRedis((redis) => redis.get("kept"));
    await redisClient()?.set("kept", "1");
    cut();
    await expect(read()).rejects.toThrow("does not answer");
    expect(isRedisUp()).toBe(false);
    await expect.poll(() => read().catch(() => null)).toBe("1");
    expect(isRedisUp()).toBe(true);
  });
});

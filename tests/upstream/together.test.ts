import { HttpResponse, http } from "msw";
import { afterEach, describe, expect, it, vi } from "vitest";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { forgetCatalogue, loadPlans } from "~/upstream/catalogue.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { makePlan } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { needsRedis, shareRedis } from "../visitor/running-redis";

const caller = { requestId: "r", appType: 502, isKnownApp: true };
const priceOf = async () => (await loadPlans(caller))[0]?.price_discount_amount;

/** The API, with a price that may change; counts its calls. */
function api() {
  const state = { calls: 0, price: 10 };
  upstream.use(
    responding(endpoints.plans, () => {
      state.calls += 1;
      return Response.json({ plans: [makePlan({ price_discount_amount: state.price })] });
    }),
  );
  return state;
}

/** From now on this process is a copy that has just started. */
const restart = (): void => forgetUpstream();

afterEach(() => {
  vi.useRealTimers();
  leaveRedis();
  forgetUpstream();
});

it("while the shared store is away each copy asks for itself, at once", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  const asked = api();
  expect(await priceOf()).toBe(10);
  restart();
  expect(await priceOf()).toBe(10);
  expect(asked.calls).toBe(2);
});

/** Only where Redis is installed; every other machine has the test above. */
describe("with a shared store", needsRedis, () => {
  it("one copy asks, and the others read its answer", async () => {
    await shareRedis();
    const asked = api();
    expect(await priceOf()).toBe(10);
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
    asked.price = 20;
    restart();
    expect(await priceOf()).toBe(10);
    expect(asked.calls).toBe(1);
  });

  it("an answer is as old in every copy as it was in the first", async () => {
    await shareRedis();
    vi.useFakeTimers({ toFake: ["Date"] });
    const asked = api();
    await priceOf();
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
    asked.price = 20;
    vi.setSystemTime(Date.now() + 59_000);
    restart();
    expect(await priceOf()).toBe(10);
    vi.setSystemTime(Date.now() + 2_000);
    // Not fresh any more, though this copy has it for two seconds only: shown once more while it is asked for.
    await expect.poll(priceOf).toBe(20);
    expect(asked.calls).toBe(2);
  });

  it("another API's answers are its own", async () => {
    await shareRedis();
    const asked = api();
    await priceOf();
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
    expect(asked.calls).toBe(1);
    const answer = { plans: [makePlan({ price_discount_amount: 20 })] };
    upstream.use(http.get("http://another-api.test/*/plans", () => HttpResponse.json(answer)));
    changeEnv({ apiBaseUrl: "http://another-api.test" });
    restart();
    expect(await priceOf()).toBe(20);
  });

  it("a price that the API has refused is not read again", async () => {
    await shareRedis();
    const asked = api();
    await priceOf();
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
    asked.price = 20;
    forgetCatalogue(caller.appType);
    expect(await priceOf()).toBe(20);
  });

  it("the last answer of another copy stands in where the API fails", async () => {
    watchLog("warn");
    await shareRedis();
    api();
    await priceOf();
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
    upstream.use(refusing(endpoints.plans, 500));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    restart();
    expect(await priceOf()).toBe(10);
  });

  it.each(["not JSON", "{}", '{"at":1e15,"body":{}}', `{"at":${Date.now()},"body":{"plans":"x"}}`])(
    "what stands in the store is not trusted: %s",
    async (planted) => {
      watchLog("warn");
      await shareRedis();
      const asked = api();
      await priceOf();
      await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:answer:*"))?.length).toBe(1);
      const [key = ""] = (await redisClient()?.keys("vpn-checkout:answer:*")) ?? [];
      await redisClient()?.set(key, planted);
      restart();
      expect(await priceOf()).toBe(10);
      expect(asked.calls).toBe(2);
    },
  );
});

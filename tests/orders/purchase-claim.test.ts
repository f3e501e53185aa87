import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "~/env.server";
import { findOrder, forgetPurchases, openOrder } from "~/orders/purchase.server";
import { becomeAnotherCopy, claimCall, ownClaim, readClaim, releaseClaim } from "~/orders/purchase-claim.server";
import { leaveRedis, redisClient } from "~/store/redis.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { visitorOf } from "~/visitor/visitor.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";
import { makeParams, makeSoOrder } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest } from "../visitor/requests";
import { needsRedis, shareRedis } from "../visitor/running-redis";
import { makeOrder } from "./orders";

const order = makeOrder({ orderId: undefined });
const open = async (wanted = order) => openOrder(wanted, await visitorOf(makeRequest("/payment/year")));
const look = async () => findOrder(order, await visitorOf(makeRequest("/paystatus")));

/** From now on this process knows nothing of what it has sent. */
function anotherCopy(): void {
  forgetPurchases();
  becomeAnotherCopy();
}

beforeEach(() => {
  upstream.use(answering(endpoints.commonParams, makeParams({ idempotency_keys: undefined })));
});

afterEach(() => {
  vi.restoreAllMocks();
  leaveRedis();
  forgetUpstream();
});

/** Counts the purchase calls; each would make an order of its own. */
function count(answer: () => Response | Promise<Response> = () => Response.json(makeSoOrder({ order_id: "ord_9" }))) {
  const calls = { count: 0 };
  upstream.use(
    responding(endpoints.soPurchase, () => {
      calls.count += 1;
      return answer();
    }),
  );
  return calls;
}

it("while the shared store is away an API that honours no keys is sent nothing, and the form may be sent again", async () => {
  const warnings = watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  const calls = count();
  expect(await open()).toEqual({ kind: "unavailable" });
  expect(calls.count).toBe(0);
  expect(JSON.stringify(warnings)).toContain("its purchase call is not sent");
});

it("an API that honours keys is sent the call all the same", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1", isApiIdempotent: true });
  const calls = count();
  expect((await open()).kind).toBe("opened");
  expect(calls.count).toBe(1);
});

const keysOfAttempts = async (): Promise<string[]> => (await redisClient()?.keys("vpn-checkout:attempt:*")) ?? [];

/** The scripts by which the store changes and forgets a claim. */
function watchScripts() {
  const client = redisClient();
  if (client === undefined) throw new Error("there is no shared store");
  return vi.spyOn(client, "eval");
}

/** How often the store was asked for something. */
async function reads(): Promise<number> {
  const told = (await redisClient()?.info("commandstats")) ?? "";
  return Number(/^cmdstat_mget:calls=(\d+)/m.exec(told)?.[1] ?? 0);
}

/** Only where Redis is installed; every other machine has the tests above. */
describe("with a shared store, and an API that honours no keys", needsRedis, () => {
  it("another copy is told of the order, with the way to pay, and sends nothing", async () => {
    await shareRedis();
    const calls = count();
    const opened = await open();
    expect(opened.kind).toBe("opened");
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:attempt:*"))?.length).toBe(1);
    anotherCopy();
    await expect.poll(open).toEqual(opened);
    expect(await look()).toMatchObject({ kind: "found", order: { orderId: "ord_9" } });
    expect(calls.count).toBe(1);
    const [key = ""] = (await redisClient()?.keys("vpn-checkout:attempt:*")) ?? [];
    expect(`${key} ${await redisClient()?.get(key)}`).not.toContain(order.email);
  });

  it("another copy waits for a call that is under way", async () => {
    await shareRedis();
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const calls = count(() => answered);
    const first = open();
    await expect.poll(() => calls.count).toBe(1);
    anotherCopy();
    const second = open();
    answer(Response.json(makeSoOrder({ order_id: "ord_9" })));
    expect(await second).toMatchObject({ kind: "opened", order: { orderId: "ord_9" } });
    expect((await first).kind).toBe("opened");
    expect(calls.count).toBe(1);
  });

  it("no copy repeats a call whose end nobody knows", async () => {
    await shareRedis();
    const calls = count(() => Response.error());
    expect((await open()).kind).toBe("unknown");
    changeEnv({ purchaseWaitMs: 600 });
    anotherCopy();
    expect((await open()).kind).toBe("waiting");
    expect((await look()).kind).toBe("unreachable");
    expect(calls.count).toBe(1);
  });

  it("another copy sends a call that has ended without an order", async () => {
    await shareRedis();
    upstream.use(refusing(endpoints.soPurchase, 429));
    expect((await open()).kind).toBe("unavailable");
    await expect.poll(async () => (await redisClient()?.keys("vpn-checkout:attempt:*"))?.length).toBe(0);
    anotherCopy();
    const calls = count();
    expect((await open()).kind).toBe("opened");
    expect(calls.count).toBe(1);
  });

  it("another content under the same attempt is a mistake at every copy", async () => {
    await shareRedis();
    count();
    await open();
    anotherCopy();
    expect((await open({ ...order, email: "other@example.com" })).kind).toBe("detailsChanged");
  });

  it("copies with other session secrets claim the same attempt", async () => {
    await shareRedis();
    const calls = count();
    await open();
    anotherCopy();
    changeEnv({ purchaseWaitMs: 600, sessionSecrets: ["another-secret-of-the-tests-that-is-long-enough"] });
    expect((await open()).kind).toBe("waiting");
    expect(calls.count).toBe(1);
  });

  it("a copy that is not sure of its claim has sent nothing: the form may be sent again, and is once that claim has lapsed", async () => {
    await shareRedis();
    const calls = count();
    await open();
    const [key = ""] = (await redisClient()?.keys("vpn-checkout:attempt:*")) ?? [];
    const [what = ""] = ((await redisClient()?.get(key)) ?? "").split(" ");
    await redisClient()?.set(key, `${what} another-copy intent`);
    forgetPurchases();
    const { purchaseWaitMs } = env();
    changeEnv({ purchaseWaitMs: 1_500 });
    expect(await open()).toEqual({ kind: "unavailable" });
    changeEnv({ purchaseWaitMs });
    await redisClient()?.del(key);
    expect((await open()).kind).toBe("opened");
    expect(calls.count).toBe(2);
  });

  it("a claim that has lapsed before it was confirmed is none, and one that nobody confirms lapses in seconds", async () => {
    await shareRedis();
    const calls = count();
    watchScripts().mockResolvedValueOnce(0);
    expect(await open()).toEqual({ kind: "unavailable" });
    expect(calls.count).toBe(0);
    const [key = ""] = await keysOfAttempts();
    expect(await redisClient()?.get(key)).toMatch(/ intent$/);
    expect(await redisClient()?.ttl(key)).toBeLessThanOrEqual(20);
  });

  it("a claim of which the store did not say whether it stands is given up", async () => {
    watchLog("warn");
    await shareRedis();
    const calls = count();
    const scripts = watchScripts().mockRejectedValueOnce(new Error("the answer is lost"));
    expect(await open()).toEqual({ kind: "unavailable" });
    await expect.poll(() => scripts.mock.calls.length).toBe(2);
    await expect.poll(keysOfAttempts).toEqual([]);
    expect(calls.count).toBe(0);
  });

  it("a claim that could not be given up is not, once it is claimed anew", async () => {
    await shareRedis();
    const own = ownClaim(order.attempt, "a plan");
    watchScripts().mockRejectedValueOnce(new Error("the store is away"));
    const released = releaseClaim(order.attempt, own);
    expect(await claimCall(order, own)).toBe("ours");
    await released;
    expect(await readClaim(order.attempt, own)).toMatchObject({ state: "sent" });
  });

  it("another copy is told of the order also where keys are honoured, and nothing was claimed", async () => {
    changeEnv({ isApiIdempotent: true });
    await shareRedis();
    const calls = count();
    expect((await open()).kind).toBe("opened");
    await expect.poll(keysOfAttempts).toHaveLength(1);
    anotherCopy();
    expect(await look()).toMatchObject({ kind: "found", order: { orderId: "ord_9" } });
    expect(calls.count).toBe(1);
  });

  it("a store that goes away while a copy waits for another one's call is no sign that the call has ended", async () => {
    changeEnv({ purchaseWaitMs: 3_000 });
    watchLog("warn");
    const server = await shareRedis();
    const calls = count(() => new Promise<Response>(() => {}));
    void open();
    await expect.poll(() => calls.count).toBe(1);
    anotherCopy();
    const looks = await reads();
    const second = open();
    await expect.poll(reads).toBeGreaterThan(looks + 2);
    server.kill("SIGKILL");
    expect((await second).kind).toBe("waiting");
    expect(calls.count).toBe(1);
  });

  it("a form that was sent is not sent again by a copy that cannot see it any more", async () => {
    const server = await shareRedis();
    watchLog("warn");
    const calls = count();
    expect((await open()).kind).toBe("opened");
    server.kill("SIGKILL");
    await once(server, "exit");
    anotherCopy();
    expect(await open()).toEqual({ kind: "unavailable" });
    expect(calls.count).toBe(1);
  });
});

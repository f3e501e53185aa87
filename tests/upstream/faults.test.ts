import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeSoPurchase } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { upstream } from "../mocks/server";
import { stopClock } from "../mocks/stopped-clock";
import { caught } from "./caught";
import { pointAtNobody, startFaultyApi, startSilentTls, stopFaultyApis } from "./faulty-api";

// Not a mock in sight: msw wraps answers, and would hide what becomes of a connection.
beforeAll(() => upstream.close());
afterEach(async () => {
  forgetUpstream();
  await stopFaultyApis();
});

const caller = { requestId: "req-1", appType: 502 };
const askPlans = (timeoutMs?: number) => caught(call(endpoints.plans, {}, caller, { timeoutMs }));

const json = (text: string | Buffer, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(200, { "content-type": "application/json", ...headers }).end(text);
};
const status = (code: number, headers: Record<string, string> = {}): RequestListener => {
  return (_, response) => response.writeHead(code, headers).end("<h1>Bad Gateway</h1>");
};
const begin = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"plans":[');
};

describe("a connection that fails", () => {
  it("is unreachable when nobody listens", async () => {
    await pointAtNobody();
    expect(await askPlans()).toMatchObject({ kind: "unreachable", path: endpoints.plans.path, requestId: "req-1" });
  });

  it("is unreachable when it is not there after a second", async () => {
    await startSilentTls();
    const purchase = call(endpoints.soPurchase, { body: makeSoPurchase() }, caller);
    expect(await caught(purchase)).toMatchObject({ kind: "unreachable", cause: { code: "ETIMEDOUT" } });
  });

  it("is unreachable when it breaks before the answer", async () => {
    await startFaultyApi((request) => request.socket.destroy());
    expect(await askPlans()).toMatchObject({ kind: "unreachable" });
  });

  it("is unreachable when it breaks in the middle of the answer", async () => {
    await startFaultyApi((_, response) => {
      begin(response);
      response.write(" ", () => response.destroy());
    });
    expect(await askPlans()).toMatchObject({ kind: "unreachable" });
  });
});

describe("an API that takes too long", () => {
  it("times out when the first byte never comes", async () => {
    await startFaultyApi(() => {});
    expect(await askPlans(50)).toMatchObject({ kind: "timeout" });
  });

  it("times out when the answer trickles", async () => {
    await startFaultyApi((_, response) => {
      begin(response);
      const trickle = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(trickle));
    });
    expect(await askPlans(80)).toMatchObject({ kind: "timeout" });
  });

  it("times out when a refusal's body trickles", async () => {
    await startFaultyApi((_, response) => {
      response.writeHead(500);
      response.write("{");
    });
    expect(await askPlans(50)).toMatchObject({ kind: "timeout" });
  });
});

/** The clock of the test stands still meanwhile. */
async function untilCalled(deed: ReturnType<typeof vi.fn>): Promise<void> {
  while (deed.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

it("a purchase goes on when its buyer has stopped waiting, up to PURCHASE_TIMEOUT_MS", async () => {
  stopClock(["setTimeout", "clearTimeout"]);
  const [onArrived, onLeft] = [vi.fn(), vi.fn()];
  await startFaultyApi((request, response) => {
    if (request.method === "GET") return response.end('{"plans":[]}');
    response.once("close", onLeft);
    onArrived();
  });
  const outcome = caught(call(endpoints.soPurchase, { body: makeSoPurchase() }, caller));
  await untilCalled(onArrived);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await outcome).toMatchObject({ kind: "timeout" });
  await vi.advanceTimersByTimeAsync(171_999);
  // By the time that another call is answered, the API would have seen it.
  await call(endpoints.plans, {}, caller);
  expect(onLeft).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await untilCalled(onLeft);
});

describe("a status that is not 200", () => {
  it.each([500, 502, 503])("%i is a refusal that names it, whatever the body", async (code) => {
    await startFaultyApi(status(code));
    const error = await askPlans();
    expect(error).toMatchObject({ kind: "refused", status: code, isOutage: true });
    expect(error.apiError).toMatchObject({ code, error: { code: `http_${code}` } });
  });

  it("429 says when to ask again", async () => {
    await startFaultyApi(status(429, { "retry-after": "30" }));
    expect(await askPlans()).toMatchObject({ kind: "refused", status: 429, retryAfter: 30, isOutage: false });
  });

  it("a date to ask again becomes seconds", async () => {
    stopClock(["Date"], new Date("2026-01-31T12:00:00Z"));
    await startFaultyApi(status(503, { "retry-after": "Sat, 31 Jan 2026 12:01:00 GMT" }));
    expect(await askPlans()).toMatchObject({ retryAfter: 60 });
  });

  it("a redirect is not followed", async () => {
    const asked: (string | undefined)[] = [];
    await startFaultyApi((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect(await askPlans()).toMatchObject({ kind: "malformed" });
    expect(asked).toEqual([endpoints.plans.path]);
  });
});

describe("a body outside the contract", () => {
  const plan = '{"id":"year","product_id":"1001"';
  const bodies: [string, RequestListener][] = [
    ["empty", json("")],
    ["HTML", json("<!doctype html><title>Maintenance</title>")],
    ["truncated", json('{"plans":[')],
    ["of wrong types", json('{"plans":"none"}')],
    ["with a plan of wrong types", json(`{"plans":[${plan},"price_amount":"free"}]}`)],
    ["null", json("null")],
    ["larger than a megabyte", json(Buffer.alloc(50 * 1024 * 1024, " "))],
    ["nested 10,000 deep", json(`{"plans":${"[".repeat(10_000)}${"]".repeat(10_000)}}`)],
    [
      "nested 10,000 deep where the contract does not look",
      json(`{"plans":[],"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`),
    ],
    ["in another charset", json(Buffer.from('{"plans":[],"x":"caf\xe9"}', "latin1"))],
    ["badly compressed", json("not gzip", { "content-encoding": "gzip" })],
  ];
  it.each(bodies)("%s is malformed", async (_, respond) => {
    await startFaultyApi(respond);
    expect(await askPlans()).toMatchObject({ kind: "malformed" });
  });

  it("a key __proto__ changes nothing", async () => {
    await startFaultyApi(json('{"user_id":1,"__proto__":{"isAdmin":true},"vip":{"__proto__":{"isAdmin":true}}}'));
    const profile = await call(endpoints.profile, {}, caller);
    expect("isAdmin" in profile || "isAdmin" in profile.vip || "isAdmin" in {}).toBe(false);
  });

  it("a big body is not read to its end", async () => {
    let sent = 0;
    let closed: () => void = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await startFaultyApi((_, response) => {
      const chunk = Buffer.alloc(256 * 1024, " ");
      const more = () => {
        sent += chunk.byteLength;
        if (!response.destroyed) response.write(chunk, more);
      };
      response.on("close", closed);
      more();
    });
    expect(await askPlans()).toMatchObject({ kind: "malformed" });
    await isClosed;
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });
});

it("connections are kept for the calls that follow", async () => {
  const ports = new Set<number | undefined>();
  await startFaultyApi((request, response) => {
    ports.add(request.socket.remotePort);
    response.end('{"plans":[]}');
  });
  for (let calls = 0; calls < 50; calls += 1) await call(endpoints.plans, {}, caller);
  expect(ports.size).toBeLessThan(5);
});

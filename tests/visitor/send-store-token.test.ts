import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { digestOf } from "~/sealing.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { storeTokens } from "~/upstream/contract/store-tokens";
import { forgetStoreTokens, sendLastStoreTokens, sendStoreToken } from "~/visitor/arrival/send-store-token.server";
import { visitorOf } from "~/visitor/visitor.server";
import { watchLog } from "../env/watched-log";
import { makeApiError, makeParams } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest } from "./requests";
import { appleToken, fromApple } from "./store-tokens";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 20 });
});
afterEach(() => {
  forgetUpstream();
  vi.useRealTimers();
});

const DROPPED = "an app store's token could not be passed on";
const OK = () => Response.json({});
const refused = (status: number) => () => Response.json(makeApiError(), { status });

/** The calls that a payments API with these optional calls gets; it answers them one after the other, and all others as the last. */
function listen(answers: readonly (() => Response)[] = [OK], calls = ["store_tokens"]) {
  const got: { key: string | null; body: unknown; bearer: string | null }[] = [];
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls })),
    responding(storeTokens, async (request) => {
      const { headers } = request;
      got.push({
        key: headers.get("idempotency-key"),
        body: await request.json(),
        bearer: headers.get("authorization"),
      });
      return (answers[got.length - 1] ?? answers.at(-1) ?? OK)();
    }),
  );
  return got;
}
const send = (token = fromApple(), cookie = "") =>
  sendStoreToken(token, () => visitorOf(makeRequest("/payment", { cookie })));
/** Until nothing is under way any more; what waits is not waited for. */
const end = () => sendLastStoreTokens(60_000);

it("a token that arrives is told once, under a key that follows from it, and of nobody", async () => {
  const got = listen();
  send();
  await vi.waitFor(() => expect(got).toHaveLength(1));
  send();
  send(fromApple(appleToken("another")));
  await end();
  expect(got).toHaveLength(2);
  expect(got[0]).toEqual({ key: digestOf(appleToken()), body: { store_token: fromApple() }, bearer: null });
});

it("an API that does not name the call never gets it", async () => {
  const got = listen([OK], ["subscriptions"]);
  send();
  await end();
  expect(got).toEqual([]);
});

it.each([429, 500])("what is answered with %s is told again later", async (status) => {
  const got = listen([refused(status), OK]);
  send();
  await vi.waitFor(() => expect(got).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(got).toHaveLength(2));
  expect(got[1]).toEqual(got[0]);
  await end();
  expect(got).toHaveLength(2);
});

it("what is refused is not told again until it comes again, and the log has no token", async () => {
  const got = listen([refused(422), OK]);
  const warned = watchLog("warn");
  send();
  await end();
  expect(got).toHaveLength(1);
  expect(warned).toContainEqual(expect.objectContaining({ message: DROPPED }));
  expect(JSON.stringify(warned)).not.toContain(appleToken());
  send();
  await end();
  expect(got).toHaveLength(2);
});

it("an outage is waited out for a minute and a half, and no longer", async () => {
  const got = listen([refused(429)]);
  const warned = watchLog("warn");
  send();
  await vi.waitFor(() => expect(got).toHaveLength(1));
  for (const [at, ms] of [1_000, 4_000, 15_000, 60_000].entries()) {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.waitFor(() => expect(got).toHaveLength(at + 2));
  }
  await vi.waitFor(() => expect(warned).toContainEqual(expect.objectContaining({ message: DROPPED })));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(got).toHaveLength(5);
});

it("when the process ends, what waits is told once more, without waiting", async () => {
  const got = listen([refused(429)]);
  send();
  await vi.waitFor(() => expect(got).toHaveLength(1));
  await end();
  expect(got).toHaveLength(2);
  forgetStoreTokens();
});

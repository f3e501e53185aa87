import { beforeAll, expect, it } from "vitest";
import { hasFailed, reportOn, written } from "../../tools/contract/report";
import { upstream } from "../mocks/server";
import { runningSandbox } from "../sandbox/running-sandbox";

beforeAll(() => upstream.close());

it.each([1, 7, 42])(
  "a backend of the specification meets all that is required (seed %i)",
  async (seed) => {
    const report = await reportOn(await runningSandbox({ bareSeed: seed }));
    expect(report.required.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
    expect(hasFailed(report)).toBe(false);
    const missing = report.missing.map(({ name }) => name);
    expect(missing).toEqual(
      expect.arrayContaining([
        "plans: interval",
        "common/params: providers",
        "common/params: calls",
        "subscriptions: a forged sign changes none",
        "resume_link: is kept for the buyer of an order, however often it is told",
        "result: order_state",
        "sign-up: a known address is answered as one that nobody knew",
        "sign-up: link_sent",
        "a paid order's key: is in its result",
        "user_id: a purchase in the name of a user whom nothing proves is refused",
        "sign_timestamp, sign: a purchase with a forged sign of the user is refused",
        "order_live: expires_at",
        "end_links: a forged sign ends nothing",
        "the same key with the same purchase is the same order",
      ]),
    );
    expect(written(report)).toContain("without it: every provider is on offer that PROVIDERS_OFF does not name");
  },
  60_000,
);

it("a backend that sells nothing fails, and is told why", async () => {
  const report = await reportOn({ base: "http://127.0.0.1:9", site: "http://localhost:3000" });
  expect(hasFailed(report)).toBe(true);
  expect(written(report)).toMatch(/FAILED {2}plans:/);
});

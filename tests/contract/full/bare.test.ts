import { beforeAll, expect, it } from "vitest";
import { findingsOf, hasFailed, reportOn } from "../../../tools/contract/report";
import { written } from "../../../tools/contract/written";
import { upstream } from "../../mocks/server";
import { runningSandbox } from "../../sandbox/running-sandbox";

beforeAll(() => upstream.close());

it.each([1, 7])(
  "a backend of the specification sells, and nothing in it is dangerous (seed %i)",
  async (seed) => {
    const report = await reportOn(await runningSandbox({ bareSeed: seed }));
    expect(findingsOf(report, "essential").map(({ seen }) => seen)).toEqual(["", "", ""]);
    expect(findingsOf(report, "dangerous", "not so")).toEqual([]);
    expect(hasFailed(report)).toBe(false);
    expect(findingsOf(report, "sale", "not so").map(({ name }) => name)).toEqual([
      "an outdated price is refused with the price of now, which then is accepted",
      "ten submits at once under one key are one order, and so is one sent later",
    ]);
    const missing = findingsOf(report, "nice", "not so").map(({ name }) => name);
    expect(missing).toEqual(
      expect.arrayContaining([
        "plans: interval",
        "common/params: providers",
        "common/params tells of the call subscriptions",
        "common/params tells of the call end_links",
        "result: order_state",
        "sign-up: a known address is answered as one that nobody knew",
        "sign-up: link_sent",
        "a purchase in the name of a user whom nothing proves is refused",
      ]),
    );
    expect(written(report, true)).toContain("every provider is on offer that PROVIDERS_OFF does not name");
  },
  120_000,
);

import { afterEach, expect, it } from "vitest";
import { forgetTold, forgetToldIds, isFirstTold } from "~/analytics/told-ids.server";
import { leaveSharedStore } from "~/visitor/bot-check/shared-store.server";
import { changeEnv } from "../env/changed-env";
import { watchLog } from "../env/watched-log";

afterEach(() => {
  leaveSharedStore();
  forgetToldIds();
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

it("the last 100,000 are known, and one more does not make it more", async () => {
  for (let n = 0; n <= 100_000; n += 1) await isFirstTold("page_show", `${n}`);
  expect(await isFirstTold("page_show", "100000")).toBe(false);
  expect(await isFirstTold("page_show", "1")).toBe(false);
  expect(await isFirstTold("page_show", "0")).toBe(true);
});

it("while the shared store is away each copy answers for itself", async () => {
  watchLog("warn");
  changeEnv({ redisUrl: "redis://127.0.0.1:1" });
  expect(await isFirstTold("page_show", "a")).toBe(true);
  expect(await isFirstTold("page_show", "a")).toBe(false);
});

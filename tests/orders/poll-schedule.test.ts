import { expect, it } from "vitest";
import { PATIENCE, secondsUntilNext } from "~/orders/poll-schedule";

it("a waiting page asks after 2, 3, 5 and 10 seconds, then every 30", () => {
  expect([0, 1, 2, 3, 4, 5, 900].map((check) => secondsUntilNext(check, undefined))).toEqual([2, 3, 5, 10, 30, 30, 30]);
});

it("what the payments API asks for wins", () => {
  expect(secondsUntilNext(0, 45)).toBe(45);
  expect(secondsUntilNext(9, null)).toBe(30);
});

it("after about two minutes the page says that it can be closed", () => {
  const waited = Array.from({ length: PATIENCE }, (_, check) => secondsUntilNext(check, undefined));
  const seconds = waited.reduce((sum, step) => sum + step, 0);
  expect(seconds).toBeGreaterThanOrEqual(90);
  expect(seconds).toBeLessThanOrEqual(150);
});

import { expect, it } from "vitest";
import { fleetboard, isWell, newFleetScore, noteFailed } from "../../tools/fleet/score";

it("a request that failed breaks a part, and is told once with how often it did", () => {
  const [restarts, prices] = [newFleetScore("restarts"), newFleetScore("prices")];
  restarts.views = 40;
  prices.views = 2;
  expect(isWell(restarts)).toBe(true);
  noteFailed(restarts, "/pricing answered 502");
  noteFailed(restarts, "/pricing answered 502");
  expect([isWell(restarts), isWell(prices)]).toEqual([false, true]);
  const text = fleetboard([restarts, prices], 7);
  expect(text).toMatch(/^views +40 +2 +42$/m);
  expect(text).toMatch(/^failed requests +2 +0 +2$/m);
  expect(text).toContain("FAILED restarts: 2 times: /pricing answered 502");
  expect(text).toContain("1 things were broken, with seed 7.");
  expect(fleetboard([prices], 7)).toContain("Nothing was broken, with seed 7.");
  const partly = fleetboard([prices], 7, ["restarts"]);
  expect(partly).toContain("NOT TRIED restarts: all of it\nNothing was broken of what was tried, with seed 7.");
});

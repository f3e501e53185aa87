import { expect, test } from "vitest";
import { killSite } from "../../../tools/rig/kill";
import { newScore, wrongIn } from "../../../tools/rig/score";

test("a site that is killed in the middle of a purchase charges once and loses nothing", async () => {
  const score = newScore("kills");
  await killSite(score, { amount: 10, seed: 1, report: () => {} });
  expect(wrongIn(score)).toEqual([]);
  expect(score).toMatchObject({ crashes: 10, orders: 10 });
});

import { expect, test } from "vitest";
import { newScore, wrongIn } from "../../../tools/rig/score";
import { meetStrangers } from "../../../tools/rig/strangers/strangers";

const SCENES = 40;

test("in forty scenes of people with one e-mail address nobody sees, ends or blocks what is another's", {
  timeout: 900_000,
}, async () => {
  const score = newScore("strangers");
  await meetStrangers(score, { amount: SCENES, seed: 1, report: () => {} });
  expect(wrongIn(score)).toEqual([]);
  expect(score.orders).toBeGreaterThan(SCENES);
});
